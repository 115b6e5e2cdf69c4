import { CallError } from './client.ts'

/** Whether the server refused the token of a mailed or texted link, however it is wrong. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'link_not_valid' || error.code === 'malformed')
}
