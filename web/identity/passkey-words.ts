import { offlineSentence } from '../api/client.ts'

export type PasskeyPurpose = 'sign-in' | 'add'

/** Browsers report a cancelled prompt and a missing passkey alike, so the message fits both. */
const notUsed: Record<PasskeyPurpose, string> = {
  'sign-in': 'No passkey was used. Try again, or sign in another way.',
  add: 'No passkey was made. Try again, or use another device.',
}

const tooPlain: Record<PasskeyPurpose, string> = {
  'sign-in': 'This device cannot use a passkey. Please sign in another way.',
  add: 'This device cannot keep a passkey. It needs a screen lock, a fingerprint or a PIN. Please use another one.',
}

/** Names of the browser's errors: W3C Web Authentication, 5.1.3 and 5.1.4. */
const sentences: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Please open the site at its usual one.',
  // A chunk that failed to load.
  TypeError: offlineSentence,
}

/** The reason for a failed passkey prompt, in words; null when this page aborted it. */
export function passkeySentence(purpose: PasskeyPurpose, error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError') return notUsed[purpose]
  if (name === 'ConstraintError' || name === 'NotSupportedError') return tooPlain[purpose]
  return sentences[name] ?? 'The passkey did not work. Please try again.'
}
