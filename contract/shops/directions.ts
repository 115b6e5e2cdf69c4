/**
 * Google Maps with the way to an address.
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
