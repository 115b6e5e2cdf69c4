import * as z from 'zod/mini'

/** A package as the catalogue sends it. `price` is in US dollars as the screens show it, `priceCents` what is computed with. */
export const installationPackage = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  priceCents: z.int(),
  /** As shown: '2-3 hours'. */
  installationTime: z.string(),
  /** What a job of this package takes of a bay: the upper end of the installation time. */
  durationMinutes: z.int(),
  mainFeature: z.string(),
  features: z.array(z.string()),
  imageUrl: z.optional(z.string()),
})
export type InstallationPackage = z.infer<typeof installationPackage>

/** A package's number, also taken as digits in a string because forms and older callers send it so. */
export const packageId = z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[1-9]\d{0,8}$/))])
