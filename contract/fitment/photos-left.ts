import { photosOfReview } from '../limits.ts'

/** Photos that an open review still takes: 3 in all, and one more when the shop asks for another. */
export function photosLeft({ photoCount, isAsked }: { photoCount: number; isAsked: boolean }): number {
  return Math.max(photosOfReview - photoCount, isAsked ? 1 : 0)
}
