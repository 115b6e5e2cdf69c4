/**
 * The SQLSTATE of a PostgreSQL error, e.g. '23P01'; undefined for any other error.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether the statement violated a unique constraint, also one of PostgreSQL's own catalog. */
export function isDuplicate(error: unknown): boolean {
  return postgresCode(error) === '23505'
}

/** The name of the unique constraint that the statement violated; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!isDuplicate(error)) return undefined
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : undefined
}

/** Whether the database aborted the transaction to resolve a deadlock. A retry succeeds. */
export function isDeadlock(error: unknown): boolean {
  return postgresCode(error) === '40P01'
}

/** Whether a statement waited longer for a lock than its `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return postgresCode(error) === '55P03'
}

/** Whether a statement was refused only because an earlier one in its transaction failed. */
export function isBehindFailure(error: unknown): boolean {
  return postgresCode(error) === '25P02'
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
// Connection exceptions, shutdown, startup, exhausted disk, memory or connections, lock and statement
// timeouts.
const unavailableCodes = /^(08...|57P0[1-5]|53...|55P03|57014|25P03)$/

/** Driver errors without a code for a connection that was lost or timed out. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client .* is not queryable)/

/** Whether the driver's query timeout fired. The connection still waits for the result then. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the database is unreachable or overloaded, so that a retry may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  const code = postgresCode(error)
  if (code !== undefined) return networkCodes.has(code) || unavailableCodes.test(code)
  return error instanceof Error && lostConnection.test(error.message)
}
