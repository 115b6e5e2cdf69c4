import { textStore } from '../../ui/browser-store.ts'

/**
 * The typed name of a signature, kept in this tab until it is sent. `key` names the sheet and its
 * appointment.
 */
export const signerNameStore = (key: string) => textStore(`signer:${key}`, (text) => text)
