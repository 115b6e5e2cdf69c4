import { textStore } from '../ui/browser-store.ts'

/** The token of a mailed verification link. It waits in this tab until the user has signed in. */
export const verificationToken = textStore('email-proof', (text) => text)
