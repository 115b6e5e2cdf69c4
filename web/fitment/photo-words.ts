/** Says that the photos of a review have arrived: all of them, also those of an earlier visit. */
export function sentWords(total: number): string {
  return `${total === 1 ? 'Photo' : `${total} photos`} sent. We’ll email you the answer.`
}

/** The files that may be sent: `left` of them, after `total` that were sent already. */
export function limitWords(left: number, total: number): string {
  const photos = left === 1 ? 'photo' : 'photos'
  return `JPEG or PNG, up to 12 MB each. ${left} ${total > 0 ? 'more ' : ''}${photos} at most.`
}
