/** The color scheme that a mail is shown in; the browser's own when left out. */
export type ColorScheme = 'light' | 'dark'

export function isColorScheme(value: string | undefined): value is ColorScheme {
  return value === 'light' || value === 'dark'
}

const preference = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi
const always = '(min-width:0px)'
const never = '(max-width:0px)'

/**
 * A mail's HTML as a page of its own. A frame cannot be given a color scheme, so `prefers-color-scheme` in
 * the style sheets is replaced by a fixed result.
 */
export function mailDocument(html: string, light: ColorScheme | undefined): string {
  const page = `<base target="_blank">${html}`
  if (light === undefined) return page
  const fixed = page.replaceAll(preference, (_, asked: string) =>
    asked.toLowerCase() === light ? always : never,
  )
  return `${fixed}<style>:root{color-scheme:${light}!important}</style>`
}

/**
 * The policy of a mail's page: embedded in the reading page only, no scripts, and images alone if `pictures`.
 */
export function mailDocumentPolicy(pictures: boolean): string {
  return [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${pictures ? 'data: http: https:' : "'none'"}`,
    "frame-ancestors 'self'",
  ].join('; ')
}
