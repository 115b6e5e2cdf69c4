import { offlineSentence } from '../api/client.ts'

export type PasskeyPurpose = 'sign-in' | 'add'

/** Browsers report a cancelled prompt and a missing passkey alike, so the message fits both. */
const notUsed: Record<PasskeyPurpose, string> = {
  'sign-in': 'Passkey sign-in was cancelled. Try again, or sign in another way.',
  add: 'The passkey wasn’t created. Try again, or use another device.',
}

const tooPlain: Record<PasskeyPurpose, string> = {
  'sign-in': 'This device can’t use a passkey. Sign in another way.',
  add: 'This device can’t store a passkey. It needs a screen lock, fingerprint or PIN. Try another device.',
}

/** Names of the browser's errors: W3C Web Authentication, 5.1.3 and 5.1.4. */
const sentences: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this web address. Open the site at its usual address.',
  // A chunk that failed to load.
  TypeError: offlineSentence,
}

/** The reason for a failed passkey prompt, in words; null when this page aborted it. */
export function passkeySentence(purpose: PasskeyPurpose, error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError') return notUsed[purpose]
  if (name === 'ConstraintError' || name === 'NotSupportedError') return tooPlain[purpose]
  return sentences[name] ?? 'The passkey didn’t work. Try again.'
}
