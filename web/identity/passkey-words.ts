import { offlineSentence } from '../api/client.ts'

export type PasskeyPurpose = 'sign-in' | 'add'

/** Nobody wants to be told what they did themselves, and browsers do not say whether it was that or no passkey. */
const notUsed: Record<PasskeyPurpose, string> = {
  'sign-in': 'No passkey was used. Try again, or sign in another way.',
  add: 'No passkey was made. Try again, or use another device.',
}

const tooPlain: Record<PasskeyPurpose, string> = {
  'sign-in': 'This device cannot use a passkey. Please sign in another way.',
  add: 'This device cannot keep a passkey. It needs a screen lock, a fingerprint or a PIN. Please use another one.',
}

/** The names of what browsers throw: W3C Web Authentication, 5.1.3 and 5.1.4. */
const sentences: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Please open the site at its usual one.',
  // Of a part of the program that could not be loaded.
  TypeError: offlineSentence,
}

/** Why the browser gave no passkey, in words for the person; null where the page itself gave it up. */
export function passkeySentence(purpose: PasskeyPurpose, error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError') return notUsed[purpose]
  if (name === 'ConstraintError' || name === 'NotSupportedError') return tooPlain[purpose]
  return sentences[name] ?? 'The passkey did not work. Please try again.'
}
