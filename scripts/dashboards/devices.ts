import { box, fitted, moved, n, oval, shape } from './svg.ts'

/** Inches of a screen in the picture's units: all screens keep their true proportions. */
const unitsPerInch = 58

export type Screen = {
  /** The glass: its middle, width and height. */
  x: number
  y: number
  w: number
  h: number
}

/** A screen of so many inches across its diagonal, as wide to high as given. */
export function screenOf(inches: number, wide: number, high: number, x: number, y: number): Screen {
  const scale = (inches * unitsPerInch) / Math.hypot(wide, high)
  return { x, y, w: Math.round(wide * scale), h: Math.round(high * scale) }
}

type Body = {
  /** Width of the black border around the image. */
  border: number
  radius: number
  /** Paint of the case's edge. */
  rim: string
  shadow?: boolean
}

/** A screen: shadow, case, image and the reflection on its glass. */
export function device(
  { x, y, w, h }: Screen,
  { border, radius, rim, shadow = true }: Body,
  image: string,
): string {
  const [outer, left, top] = [border * 2, x - w / 2 - border, y - h / 2 - border]
  return (
    (shadow ? oval(x, y + h / 2 + border + 6, w * 0.6, 34, 'url(#shade)') : '') +
    box(left - 2.4, top - 2.4, w + outer + 4.8, h + outer + 4.8, radius + 2.4, rim) +
    box(left, top, w + outer, h + outer, radius, 'url(#piano)') +
    fitted([x - w / 2, y - h / 2, w, h], [w, h], image) +
    moved(
      left,
      top,
      1,
      shape(
        `M${radius} 0H${n((w + outer) * 0.62)}L${n((w + outer) * 0.4)} ${n(h + outer)}H${radius}q${-radius} 0 ${-radius} ${-radius}V${radius}q0 ${-radius} ${radius} ${-radius}Z`,
        'url(#glass)',
      ),
    )
  )
}
