import { CallError } from './client.ts'

/** A failed call in words. `whenUnknown` follows where no reply tells if it was carried out. */
export function problemWords(error: unknown, whenUnknown: string): string {
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.'
  return error.status === 0 ? `${error.message} ${whenUnknown}` : error.message
}
