import { dashboardUrl, pictureInMake } from '../../contract/catalog/dashboard-pictures.ts'
import { isMake } from '../../contract/catalog/vehicles.ts'

/** The address of a package's picture, and of the same dashboard before; null without a drawing of it. */
export type PackagePictures = { after: string; before: string | null }

/** The pictures of a package in a car of the make: our drawings, or the catalog's own picture. */
export function picturesOf(imageUrl: string, make: string): PackagePictures {
  if (!isMake(make)) return { after: imageUrl, before: null }
  const after = pictureInMake(imageUrl, make)
  return { after, before: after === imageUrl ? null : dashboardUrl(make, 'before') }
}

/** The title of a package's picture in the customer's car. */
export function titleFor(name: string, make: string): string {
  return make === '' ? name : `${name} in your ${make}`
}

/** Text for a picture, without an article, which the make would decide. */
export function wordsFor(name: string, make: string, isBefore: boolean): string {
  if (isBefore) return `${make} dashboard with the screen from the factory`
  return isMake(make) ? `${make} dashboard with ${name}` : `Dashboard with ${name}`
}
