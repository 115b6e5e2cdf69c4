/**
 * Opens a picture in a popup: up to 1200x800, at most 80 % of the screen, centered. Returns whether the
 * browser allowed it.
 */
export function openPictureWindow(url: string): boolean {
  const { availWidth, availHeight } = window.screen
  const width = Math.round(Math.min(1200, availWidth * 0.8))
  const height = Math.round(Math.min(800, availHeight * 0.8))
  const left = Math.round((availWidth - width) / 2)
  const top = Math.round((availHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  return window.open(url, 'package-picture', features) !== null
}
