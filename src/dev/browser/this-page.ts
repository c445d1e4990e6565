// The page at this window's address, as the server has it now.

export function fetchThisPage(signal?: AbortSignal): Promise<Response> {
  return fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    ...(signal && { signal }),
  })
}

/** The data attributes of the script tag that loaded this script. */
export function ownScriptData(): DOMStringMap {
  return document.querySelector<HTMLScriptElement>('script[data-token]')?.dataset ?? {}
}

/** Asks the server to open a place in the editor. False if it could not. */
export async function openPlace(place: Readonly<Record<string, string | number>>): Promise<boolean> {
  const words = Object.entries({ ...place, token: ownScriptData().token ?? '' })
  const query = new URLSearchParams(words.map(([name, value]) => [name, String(value)]))
  return (await fetch(`/__imprint/open?${query}`)).ok
}

/** The token in a page's HTML; undefined for a page of another server. */
export function tokenIn(html: string): string | undefined {
  return /<script [^>]*\bsrc="\/__imprint\/[^>]*\bdata-token="([^"]+)"/.exec(html)?.[1]
}
