// The text in pages' structured data.

/** The strings in JSON-LD, without addresses and dates. */
export function stringsOfJson(json: string): string[] {
  const found: string[] = []
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (!/^(?:@|url|sameAs|logo|image|inLanguage|date)/.test(key) && /\s/.test(value)) found.push(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) visit(item, name)
  }
  try {
    visit(JSON.parse(json), '')
  } catch {
    // A template may write invalid JSON.
    return []
  }
  return found
}
