import type { Context } from '../context.ts'
import { addAdministrator, AddressNotProvenError } from './add-administrator.ts'

/**
 * Creates the configured administrator at every start. An unverified account with that address, possibly a
 * stranger's, is logged and left as it is, so that the server still starts. Throws when the password breaks
 * the policy.
 */
export async function makeFirstAdministrator(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  try {
    const result = await addAdministrator(database, email, password)
    if (result !== 'unchanged') log.info({ result }, 'the configured administrator was created or promoted')
  } catch (error) {
    if (!(error instanceof AddressNotProvenError)) throw error
    log.error(error.message)
  }
}
