/** Pixels of the longer side. The server keeps no more. */
const longestSide = 2048
const quality = 0.9

/**
 * A smaller JPEG of a large photo, upright, so that a slow connection sends it in seconds. The file itself
 * when it is small, or when the browser cannot decode it: the server decides about that one.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = longestSide / Math.max(picture.width, picture.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * Math.min(scale, 1))
    canvas.height = Math.round(picture.height * Math.min(scale, 1))
    const pen = canvas.getContext('2d')
    if (scale >= 1 || pen === null) return file
    // A see-through PNG is shown on white.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return smaller !== null && smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}
