/**
 * Opens a picture in a window of its own: up to 1200x800, at most 80 % of the screen, in its middle. Answers whether
 * the browser let it open.
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
