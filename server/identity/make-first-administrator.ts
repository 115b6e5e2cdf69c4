import type { Context } from '../context.ts'
import { addAdministrator, AddressNotProvenError } from './add-administrator.ts'

/**
 * Makes the administrator that the configuration names, at every start. An account that somebody else may have made with that
 * address is told in the log and left as it is: it keeps nobody else from their work. Throws where the password is not good enough.
 */
export async function makeFirstAdministrator(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  try {
    const result = await addAdministrator(database, email, password)
    if (result !== 'unchanged') log.info({ result }, 'the first administrator is there')
  } catch (error) {
    if (!(error instanceof AddressNotProvenError)) throw error
    log.error(error.message)
  }
}
