import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void

const scrypt: Scrypt = crypto.scrypt

/** A sixteenth of what a password costs in production: `server/identity/password-cost.test.ts` holds that to its price. */
const quick: Scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 1024 }, callback)

function take(one: Scrypt): void {
  Object.assign(crypto, { scrypt: one })
  syncBuiltinESMExports()
}

/** Does the work with passwords that cost what they do in production: where it is their time that is looked at. */
export async function atFullPasswordCost<Result>(work: () => Promise<Result>): Promise<Result> {
  const { scrypt: before } = crypto
  take(scrypt)
  try {
    return await work()
  } finally {
    take(before)
  }
}

/** From here on passwords are hashed quickly in this process; else a fifth of the tests' time would go to it. */
export function hashPasswordsQuickly(): void {
  take(quick)
}
