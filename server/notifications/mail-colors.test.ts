import { expect, test } from 'vitest'
import { darkColors, mailColors } from './mail-colors.ts'

type Light = (name: keyof typeof mailColors) => { text: string | undefined; ground: string | undefined }

const day: Light = (name) => {
  const colors: Record<string, string> = mailColors[name]
  return { text: colors['color'], ground: colors['backgroundColor'] }
}
const night: Light = (name) => ({
  text: darkColors[name]['color'],
  ground: darkColors[name]['background-color'],
})

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

const lightness = (color: string): number => {
  const parts = channels(color)
  return (Math.max(...parts) + Math.min(...parts)) / 2
}

/** The same hue and saturation (HSL), as light as it was dark. */
function turned(color: string): string {
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

/** Gmail's way: everything is turned. */
const allTurned: Light = (name) => {
  const { text, ground } = day(name)
  return { text: text && turned(text), ground: ground && turned(ground) }
}
/** Outlook's way: light grounds and dark letters are turned, what is dark or light already stays. */
const someTurned: Light = (name) => {
  const { text, ground } = day(name)
  return {
    text: text && lightness(text) < 0.5 ? turned(text) : text,
    ground: ground && lightness(ground) > 0.5 ? turned(ground) : ground,
  }
}

const pairs = [
  ...(['canvas', 'surface', 'sunken'] as const).flatMap((ground) =>
    (['ink', 'muted', 'link'] as const).map((text) => [text, ground] as const),
  ),
  ...(['good', 'neutral', 'attention', 'action'] as const).map((name) => [name, name] as const),
]

test.each([
  ['by day', day],
  ['by night', night],
  ['turned by Gmail', allTurned],
  ['turned by Outlook', someTurned],
])('every text has a contrast of 4.5 to its ground %s', (_, light) => {
  for (const [text, ground] of pairs) {
    const colors = [light(text).text ?? '', light(ground).ground ?? ''] as const
    expect(contrast(...colors), `${text} on ${ground}: ${colors.join(' on ')}`).toBeGreaterThanOrEqual(4.5)
  }
})
