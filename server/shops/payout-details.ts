import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** First byte of what is sealed: which key sealed it. */
const keyId = 1

function boundTo(shopId: number, field: string): Buffer {
  return Buffer.from(`payout:${shopId}:${field}`)
}

/**
 * Encrypts one payout detail with AES-256-GCM and a random nonce. The shop and the field are bound in, so that a sealed
 * value moved to another row does not open. Layout: key id, 12 bytes nonce, 16 bytes tag, ciphertext.
 */
export function sealPayoutDetail(key: Buffer, shopId: number, field: string, value: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(boundTo(shopId, field))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([keyId]), nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealPayoutDetail` sealed for the same shop and field. Throws when it was tampered with or moved. */
export function openPayoutDetail(key: Buffer, shopId: number, field: string, sealed: Buffer): string {
  if (sealed[0] !== keyId) throw new Error(`payout detail sealed with unknown key ${sealed[0]}`)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
  decipher.setAAD(boundTo(shopId, field))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}
