import { textStore } from '../ui/browser-store.ts'

/** The token of a mailed invitation. It waits in this tab until the person has signed in. */
export const joinToken = textStore('invitation', (text) => text)
