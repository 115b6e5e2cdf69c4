import { expect, test } from 'vitest'
import { darkColors, mailColors } from './mail-colors.ts'

type Theme = (name: keyof typeof mailColors) => { text: string | undefined; ground: string | undefined }

const lightTheme: Theme = (name) => {
  const colors: Record<string, string> = mailColors[name]
  return { text: colors['color'], ground: colors['backgroundColor'] }
}
const darkTheme: Theme = (name) => ({
  text: darkColors[name]['color'],
  ground: darkColors[name]['background-color'],
})

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

const lightness = (color: string): number => {
  const parts = channels(color)
  return (Math.max(...parts) + Math.min(...parts)) / 2
}

/** Same hue and saturation (HSL), inverted lightness. */
function inverted(color: string): string {
  const shift = 1 - 2 * lightness(color)
  const hex = channels(color).map((part) => Math.round(Math.min(1, Math.max(0, part + shift)) * 255))
  return `#${hex.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

/** Gmail inverts every color. */
const allInverted: Theme = (name) => {
  const { text, ground } = lightTheme(name)
  return { text: text && inverted(text), ground: ground && inverted(ground) }
}
/** Outlook inverts light backgrounds and dark text, and keeps the other colors. */
const partlyInverted: Theme = (name) => {
  const { text, ground } = lightTheme(name)
  return {
    text: text && lightness(text) < 0.5 ? inverted(text) : text,
    ground: ground && lightness(ground) > 0.5 ? inverted(ground) : ground,
  }
}

const pairs = [
  ...(['canvas', 'surface', 'sunken'] as const).flatMap((ground) =>
    (['ink', 'muted', 'link'] as const).map((text) => [text, ground] as const),
  ),
  ...(['good', 'neutral', 'attention', 'action'] as const).map((name) => [name, name] as const),
]

test.each([
  ['in the light theme', lightTheme],
  ['in the dark theme', darkTheme],
  ['inverted by Gmail', allInverted],
  ['inverted by Outlook', partlyInverted],
])('every text has a contrast of 4.5 to its background %s', (_, theme) => {
  for (const [text, ground] of pairs) {
    const colors = [theme(text).text ?? '', theme(ground).ground ?? ''] as const
    expect(contrast(...colors), `${text} on ${ground}: ${colors.join(' on ')}`).toBeGreaterThanOrEqual(4.5)
  }
})
