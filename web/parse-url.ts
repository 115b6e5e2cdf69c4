/** The parsed address; null for a malformed one. `URL.canParse` is missing in browsers before 2023. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
