/** PostgreSQL's code of an error, e.g. '23P01'; undefined when it is none. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The name of the unique constraint that an error says would have been broken; undefined when it is another error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (postgresCode(error) !== '23505') return undefined
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : undefined
}

/** Whether the database undid one of two transactions that waited for each other: asked again, it does what was asked. */
export function isDeadlock(error: unknown): boolean {
  return postgresCode(error) === '40P01'
}

/** Whether a statement was refused only because one before it in its transaction failed. */
export function isBehindFailure(error: unknown): boolean {
  return postgresCode(error) === '25P02'
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
// Connection exceptions, shutting down, starting up, no disk, memory or connections left, lock and statement timeouts.
const downCodes = /^(08...|57P0[1-5]|53...|55P03|57014|25P03)$/

/** What the driver says, without a code, of a connection that fell or that says nothing. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client .* is not queryable)/

/** Whether the driver gave a query up; its connection is still waiting for the answer then. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the database itself is away or overloaded, so that the same request may do better later. */
export function isDatabaseDown(error: unknown): boolean {
  const code = postgresCode(error)
  if (code !== undefined) return networkCodes.has(code) || downCodes.test(code)
  return error instanceof Error && lostConnection.test(error.message)
}
