declare module 'subset-font' {
  type Options = {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    variationAxes?: Record<string, number | { min?: number; max?: number; default?: number }>
  }
  /** The font with the glyphs of `text` alone, including their alternates and ligatures. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
