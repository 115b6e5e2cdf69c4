import type { Materials } from './paints.ts'
import type { Screen } from './devices.ts'

/** A screen in its place on the dash. */
type Fitted = { at: Screen; draw: (at: Screen, image: string) => string }

/** The dashboard of one make. */
export type Dash = {
  materials: Materials
  /** The image of the factory screen before the installation. */
  menu: () => string
  /** Everything but the screen, which is drawn where the dash wants it: before the parts that cover it. */
  draw: (screen: string) => string
  factory: Fitted
  premium: Fitted
  pro: Fitted
}
