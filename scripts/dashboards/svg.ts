/** A number as SVG text: one decimal is a tenth of a pixel at full size. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export type Point = readonly [number, number]

/** The shape of an outline, filled by default with a paint from the definitions. */
export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"${more && ` ${more}`}/>`
}

export function box(x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function disc(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`
}

type Anchor = 'start' | 'middle' | 'end'

export function text(
  words: string,
  [x, y]: Point,
  size: number,
  fill: string,
  { anchor = 'middle', weight = 400 }: { anchor?: Anchor; weight?: number } = {},
): string {
  const at = anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  const bold = weight === 400 ? '' : ` font-weight="${weight}"`
  return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" fill="${fill}"${at}${bold}>${words}</text>`
}

export function moved(x: number, y: number, scale: number, contents: string): string {
  const by = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return `<g transform="translate(${n(x)} ${n(y)})${by}">${contents}</g>`
}

/** Contents drawn in a box of their own, which cover a rectangle and are cut at its edges. */
export function fitted(
  [x, y, w, h]: readonly [number, number, number, number],
  [ownWidth, ownHeight]: Point,
  contents: string,
  fit: 'meet' | 'slice' = 'slice',
): string {
  return `<svg x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" viewBox="0 0 ${ownWidth} ${ownHeight}" preserveAspectRatio="xMidYMid ${fit}">${contents}</svg>`
}
