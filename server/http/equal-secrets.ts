import { timingSafeEqual } from 'node:crypto'

/** Whether somebody knows a secret; how long the answer takes tells nothing of it but its length. */
export function equalSecrets(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}
