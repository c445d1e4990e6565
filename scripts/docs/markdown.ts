// Reads parts of the documentation's Markdown: headings, links, the contents.

import GithubSlugger from 'github-slugger'

/** A link, or code, in which no links count. */
const linkOrCode = /(^(`{3,}|~{3,})[\s\S]*?^\2)|(`[^`\n]+`)|(!?)\[((?:`[^`\n]*`|[^\]`])*)\]\(([^)\s]+)\)/gm

export interface Link {
  readonly label: string
  readonly target: string
  readonly isImage: boolean
}

/** Replaces the links in some Markdown, and the code spans outside links. Code blocks stay unchanged. */
export function rewrite(
  text: string,
  link: (link: Link, written: string) => string,
  span: (code: string) => string = code => code,
): string {
  return text.replace(linkOrCode, (written, block, _fence, inline, image, label, target) => {
    if (block !== undefined) return written
    if (inline !== undefined) return span(inline)
    return link({ label, target, isImage: image === '!' }, written)
  })
}

export function linksOf(text: string): Link[] {
  const links: Link[] = []
  rewrite(text, (link, written) => {
    links.push(link)
    return written
  })
  return links
}

/** The ids that GitHub gives to the headings. */
export function anchorsOf(text: string): string[] {
  const slugger = new GithubSlugger()
  const headings = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')),
  )
}

/** The title, the first paragraph as plain text, and the text below the title. */
export function partsOf(text: string): {
  readonly title: string
  readonly lead: string
  readonly body: string
} {
  const [, title = '', body = ''] = /^# (.*)\n+([\s\S]*)$/.exec(text) ?? []
  const first = body.split('\n\n')[0] as string
  const lead = /^[A-Za-z`*[]/.test(first) ? plain(first) : title
  return {
    title: plain(title),
    lead: lead.length <= 300 ? lead : `${/^.{0,280}[.:]/.exec(lead)?.[0] ?? title}`,
    body,
  }
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
