import { readSession, writeSession } from '../ui/session-storage.ts'

/** Where the token of a mailed link waits in this tab until its owner has signed in. */
export const proofKey = 'email-proof'

export function isProofWaiting(): boolean {
  return readSession(proofKey) !== null
}

export function forgetProof(): void {
  writeSession(proofKey, null)
}
