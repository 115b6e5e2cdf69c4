/** In which light a mail is shown. Left out, the browser's own. */
export type Light = 'light' | 'dark'

export function isLight(value: string | undefined): value is Light {
  return value === 'light' || value === 'dark'
}

const preference = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi
const always = '(min-width:0px)'
const never = '(max-width:0px)'

/**
 * A mail's HTML as a page of its own. A frame cannot be told which light its reader prefers, so the question that the style sheets
 * ask is answered in their text.
 */
export function shownMail(html: string, light: Light | undefined): string {
  const page = `<base target="_blank">${html}`
  if (light === undefined) return page
  const lit = page.replaceAll(preference, (_, asked: string) =>
    asked.toLowerCase() === light ? always : never,
  )
  return `${lit}<style>:root{color-scheme:${light}!important}</style>`
}

/** The mail's own page: it may be shown in the reading page's frames, may run nothing, and loads pictures alone, if those. */
export function shownMailPolicy(pictures: boolean): string {
  return [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${pictures ? 'data: http: https:' : "'none'"}`,
    "frame-ancestors 'self'",
  ].join('; ')
}
