// Examples of every command, for its help and for the reference. `test/cli/examples.test.ts` runs them in a project with
// the brands of the manual.

import type { Command } from 'commander'

/** What stands after `imprint`, and what it does. */
type Example = readonly [words: string, does: string]

/** By the words of a command: its chapter of the manual, `docs/<chapter>.md`, and two examples or more. */
export const commandExamples: Readonly<
  Record<string, { readonly chapter: string; readonly examples: readonly Example[] }>
> = {
  build: {
    chapter: 'build',
    examples: [
      ['build aurora', 'build one brand into dist/aurora'],
      ['build --all --strict', 'build every brand; warnings fail it'],
      ['build aurora --host nginx --why', 'with what nginx reads; say why pages were rendered'],
    ],
  },
  check: {
    chapter: 'compliance',
    examples: [
      ['check --all', 'check every brand; write no site'],
      ['check aurora --format html > aurora.html', 'one page of findings for those who answer for the texts'],
    ],
  },
  dev: {
    chapter: 'build',
    examples: [
      ['dev --all', 'work on every brand, with live reload'],
      ['dev aurora --port 8080 --strict-port --open', 'one brand, at this port or not at all'],
    ],
  },
  preview: {
    chapter: 'build',
    examples: [
      ['preview', 'look at everything that was built'],
      ['preview aurora --host nginx', 'one brand, as nginx would serve it'],
    ],
  },
  inputs: {
    chapter: 'many-brands',
    examples: [
      ['inputs --all', 'one hash for each brand'],
      ['inputs aurora --files', 'the files that its hash is made of'],
    ],
  },
  list: {
    chapter: 'many-brands',
    examples: [
      ['list', 'every brand, and the articles that will come and go'],
      ['list --as-of 2026-12-24', 'the same on that day'],
    ],
  },
  explain: {
    chapter: 'brand',
    examples: [
      ['explain aurora phone', 'where the phone number comes from'],
      ['explain aurora strings.header.about', 'the same for a text'],
    ],
  },
  affected: {
    chapter: 'many-brands',
    examples: [
      ['affected --since main --why', 'what may differ from the branch main, and why'],
      ['affected --since inputs.json --exit-code', 'the same, from a file of "inputs --all --files --json"'],
    ],
  },
  status: {
    chapter: 'many-brands',
    examples: [
      ['status', 'every brand, the worst first'],
      ['status --all --format html > status.html', 'the same as a page'],
    ],
  },
  overrides: {
    chapter: 'many-brands',
    examples: [
      ['overrides --all', 'overrides that no longer make sense'],
      ['overrides aurora --json', 'those of one brand, for a script'],
    ],
  },
  'overrides accept': {
    chapter: 'many-brands',
    examples: [
      ['overrides accept aurora strings.header.about', 'note what this text covers now'],
      ['overrides accept aurora .', 'the same for all overrides of the brand'],
    ],
  },
  diff: {
    chapter: 'releases',
    examples: [
      ['diff --all', 'what a build would change in dist/'],
      ['diff aurora --against release:live --pages', 'against what visitors get, with every address'],
    ],
  },
  release: {
    chapter: 'releases',
    examples: [
      ['release aurora', 'make the site in dist/aurora the live one'],
      ['release --all --to /srv/sites --wave 5,50,all', 'in steps that are verified, into another folder'],
    ],
  },
  releases: {
    chapter: 'releases',
    examples: [
      ['releases aurora', 'its releases'],
      ['releases --all --json', 'those of every brand, with their history'],
    ],
  },
  rollback: {
    chapter: 'releases',
    examples: [
      ['rollback aurora --reason "wrong phone number"', 'the release before the live one'],
      ['rollback aurora --steps 2 --reason "wrong fee"', 'the one before that'],
    ],
  },
  unpin: {
    chapter: 'releases',
    examples: [
      ['unpin aurora', 'let its releases go live again'],
      ['unpin --all --reason "phone number mended"', 'the same for every brand'],
    ],
  },
  verify: {
    chapter: 'releases',
    examples: [
      ['verify https://www.aurora.example', 'the brand with this siteUrl, against dist/'],
      ['verify http://localhost:4000 --brand aurora', 'what "imprint preview aurora" serves'],
    ],
  },
  'disclosures check': {
    chapter: 'releases',
    examples: [
      ['disclosures check --all --max-age 30d', 'exit with 10 on a change or an old lock'],
      ['disclosures check aurora --json', 'one brand, for a script'],
    ],
  },
  'disclosures pull': {
    chapter: 'releases',
    examples: [
      ['disclosures pull --all', 'show what changed, and write the locks'],
      ['disclosures pull aurora --into _house', 'one lock for the whole house'],
    ],
  },
  eject: {
    chapter: 'templates',
    examples: [
      ['eject', 'list the templates of the package'],
      ['eject footer.tsx --brand aurora', 'copy one, for one brand'],
    ],
  },
  init: {
    chapter: 'start',
    examples: [
      ['init sites', 'a project in sites/'],
      [
        'init sites --brand aurora --name "Aurora Loan Match" --no-install',
        'name its brand; only write files',
      ],
    ],
  },
  info: {
    chapter: 'questions',
    examples: [
      ['info', 'for a bug report'],
      ['info --json', 'the same for a script'],
    ],
  },
  doctor: {
    chapter: 'questions',
    examples: [
      ['doctor', 'check this machine and this project'],
      ['doctor --json', 'the same for a script'],
    ],
  },
  completion: {
    chapter: 'start',
    examples: [
      ['completion bash', 'in ~/.bashrc: source <(imprint completion bash)'],
      ['completion fish > imprint.fish', 'goes to ~/.config/fish/completions/'],
    ],
  },
  'report merge': {
    chapter: 'many-brands',
    examples: [
      ['report merge report-1.json report-2.json', 'one report of two shards'],
      ['report merge report-*.json --json > report.json', 'of all shards, into a file'],
    ],
  },
  'new brand': {
    chapter: 'brand',
    examples: [
      ['new brand second-chance --extends _house', 'a brand that builds at once'],
      ['new brand harbor-cash --name "Harbor Cash"', 'with the name that visitors read'],
    ],
  },
  'new article': {
    chapter: 'content',
    examples: [
      ['new article late-fees --title "What late fees cost"', 'for every brand'],
      ['new article paying-rent --brand aurora', 'for one brand'],
    ],
  },
  'new page': {
    chapter: 'pages-and-blocks',
    examples: [
      ['new page about --title "About us"', '/about/ of every brand'],
      ['new page legal/terms --brand aurora', '/legal/terms/ of one brand'],
    ],
  },
}

/** Adds its examples to the help of each command; a group shows the first one of each of its commands. */
export function addExamples(command: Command, prefix = ''): void {
  for (const child of command.commands) {
    const words = `${prefix}${child.name()}`
    const own = commandExamples[words]
    const examples = own?.examples ?? firstExamples(child.commands.map(inner => `${words} ${inner.name()}`))
    if (examples.length > 0) {
      const manual = own === undefined ? '' : `\n\nManual: docs/${own.chapter}.md in the package`
      child.addHelpText('after', `\nExamples:\n${exampleLines(examples)}${manual}`)
    }
    addExamples(child, `${words} `)
  }
}

export function firstExamples(commands: readonly string[]): readonly Example[] {
  return commands.flatMap(words => commandExamples[words]?.examples.slice(0, 1) ?? [])
}

/** Examples as lines, what they do in a column of its own. */
export function exampleLines(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(([words]) => words.length))
  return examples.map(([words, does]) => `  imprint ${words.padEnd(width)}  ${does}`).join('\n')
}
