// The page at this window's address, on the server: what it is now, and which token it holds.

/** Asks for the page as a visitor would get it now. */
export function fetchThisPage(signal?: AbortSignal): Promise<Response> {
  return fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    ...(signal && { signal }),
  })
}

/** What the server wrote on the script tag that brought this script. */
export function ownScriptData(): DOMStringMap {
  return document.querySelector<HTMLScriptElement>('script[data-token]')?.dataset ?? {}
}

/** The token in a page's HTML; undefined where it is no page of this server's. */
export function tokenIn(html: string): string | undefined {
  return /<script [^>]*\bsrc="\/__imprint\/[^>]*\bdata-token="([^"]+)"/.exec(html)?.[1]
}
