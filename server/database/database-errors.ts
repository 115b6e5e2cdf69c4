/** PostgreSQL's code of an error, e.g. '23P01'; undefined when it is none. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The name of the unique constraint that an error says would have been broken; undefined when it is another error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (postgresCode(error) !== '23505') return undefined
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : undefined
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
// Connection exceptions, shutting down, starting up, too many connections, lock and statement timeouts.
const downCodes = /^(08...|57P0[1-5]|53300|55P03|57014|25P03)$/

/** Whether the database itself is away or overloaded, so that the same request may do better later. */
export function isDatabaseDown(error: unknown): boolean {
  const code = postgresCode(error)
  if (code !== undefined) return networkCodes.has(code) || downCodes.test(code)
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}
