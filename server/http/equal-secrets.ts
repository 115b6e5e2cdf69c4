import { timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time; only the length can leak. */
export function equalSecrets(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}
