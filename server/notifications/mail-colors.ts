/**
 * Two themes, as on the product's pages. Each class names a color of the light mail and its counterpart where
 * a reader prefers dark. Every pair of text and background keeps its contrast when a mail client inverts the
 * light theme by itself.
 */
export const mailColors = {
  canvas: { backgroundColor: '#eef1f5' },
  surface: { backgroundColor: '#ffffff', borderColor: '#d5dce5' },
  sunken: { backgroundColor: '#f5f7fa' },
  line: { borderColor: '#d5dce5' },
  ink: { color: '#101a26' },
  muted: { color: '#4a596a' },
  link: { color: '#0a5a96' },
  good: { backgroundColor: '#dcf3e7', color: '#0d5f3c' },
  neutral: { backgroundColor: '#e4e9ef', color: '#33414f' },
  attention: { backgroundColor: '#fde8da', color: '#86310a' },
  rail: { borderLeftColor: '#cf5a1f' },
  action: { backgroundColor: '#b8470f', color: '#ffffff' },
} as const

/** The same colors in the dark theme, in CSS notation. */
export const darkColors: Record<keyof typeof mailColors, Record<string, string>> = {
  canvas: { 'background-color': '#0b1119' },
  surface: { 'background-color': '#121b26', 'border-color': '#243241' },
  sunken: { 'background-color': '#1a2532' },
  line: { 'border-color': '#243241' },
  ink: { color: '#eef3f8' },
  muted: { color: '#a6b4c3' },
  link: { color: '#93c8f4' },
  good: { 'background-color': '#102d22', color: '#86dbb0' },
  neutral: { 'background-color': '#243241', color: '#cbd6e2' },
  attention: { 'background-color': '#3d2314', color: '#ffb98f' },
  rail: { 'border-left-color': '#ff9d63' },
  action: { 'background-color': '#ff9d63', color: '#1d0f06' },
}

/**
 * The style sheet of the dark theme. Outlook on the web ignores the media query, but marks the elements that
 * it recolored.
 */
export const darkStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  darkRules('[data-ogsc] '),
  darkRules('[data-ogsb] '),
].join('\n')

function darkRules(scope: string): string {
  return Object.entries(darkColors)
    .map(([name, colors]) => {
      const declarations = Object.entries(colors).map(([property, color]) => `${property}:${color}!important`)
      return `${scope}.${name}{${declarations.join(';')}}`
    })
    .join('\n')
}
