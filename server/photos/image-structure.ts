/** The structure of a picture as its file declares it. */
export type ImageStructure = {
  width: number
  height: number
  isAnimated: boolean
  /** Whether it is decoded row by row. Else decoding takes memory for every pixel. */
  isStreamed: boolean
  /** Passes over the whole picture that decoding takes. */
  scans: number
  /** Contents of the file that are no picture. */
  metadata: readonly Buffer[]
  /** The bytes behind the end of the picture; null when the end is missing. */
  trailer: Buffer | null
}
