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

/** One sixteenth of the production cost, which `server/identity/passwords/password-cost.test.ts` checks. */
const quick: Scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 1024 }, callback)

function take(one: Scrypt): void {
  Object.assign(crypto, { scrypt: one })
  syncBuiltinESMExports()
}

/** Runs the work with the production password cost, for tests that measure time. */
export async function atFullPasswordCost<Result>(work: () => Promise<Result>): Promise<Result> {
  const { scrypt: before } = crypto
  take(scrypt)
  try {
    return await work()
  } finally {
    take(before)
  }
}

/** Makes password hashing cheap in this process; it would take a fifth of the tests' time. */
export function hashPasswordsQuickly(): void {
  take(quick)
}
