import * as z from 'zod/mini'
import { matching, rowNumber } from '../text.ts'

/**
 * A package of the catalogue. `price` is in US dollars for the screens, `priceCents` is used for calculation.
 */
export const installationPackage = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  priceCents: z.int(),
  /** As shown: '2-3 hours'. */
  installationTime: z.string(),
  /** Bay time of the job: the upper end of the installation time. */
  durationMinutes: z.int(),
  mainFeature: z.string(),
  features: z.array(z.string()),
  imageUrl: z.optional(z.string()),
})
export type InstallationPackage = z.infer<typeof installationPackage>

/** A package's number, also accepted as a string of digits, which forms and older callers send. */
export const packageId = z.union([rowNumber, matching(/^[1-9]\d{0,8}$/, 9)])
