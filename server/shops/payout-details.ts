import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { PayoutKeys } from '../context.ts'

function boundTo(shopId: number, field: string): Buffer {
  return Buffer.from(`payout:${shopId}:${field}`)
}

/**
 * Encrypts one payout detail with AES-256-GCM, a random nonce and the present key. Shop and field are
 * authenticated data, so that a sealed value moved to another row does not open. Layout: key id, 12 bytes
 * nonce, 16 bytes tag, ciphertext.
 */
export function sealPayoutDetail(keys: PayoutKeys, shopId: number, field: string, value: string): Buffer {
  const key = keys.byId.get(keys.presentId)
  if (!key) throw new Error(`there is no payout key ${keys.presentId}`)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(boundTo(shopId, field))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([keys.presentId]), nonce, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts a value from `sealPayoutDetail` for the same shop and field, with the key that it names. Throws if
 * it was tampered with or moved.
 */
export function openPayoutDetail(keys: PayoutKeys, shopId: number, field: string, sealed: Buffer): string {
  const key = keys.byId.get(sealed[0] ?? 0)
  if (!key) throw new Error(`payout detail sealed with unknown key ${sealed[0]}`)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 })
  decipher.setAAD(boundTo(shopId, field))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}

/**
 * The visible part of a payout detail: its last four characters, fewer of a short one, never more than half.
 */
export function lastFourOf(value: string): string {
  const characters = Array.from(value)
  return characters.slice(characters.length - Math.min(4, Math.floor(characters.length / 2))).join('')
}
