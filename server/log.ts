import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/**
 * Reduces an error to safe fields: errors of the card provider contain whole payments, with secrets and the
 * customer's data.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const known = error as { code?: unknown; statusCode?: unknown; requestId?: unknown; param?: unknown }
  const { code, statusCode, requestId, param } = known
  return { type, message, stack, code, statusCode, requestId, param }
}

/**
 * Lines are written in batches of this size or at this interval in milliseconds: a single write wakes two
 * threads and costs as much as a small response.
 */
const batching = { minLength: 4096, periodicFlush: 50 }

/**
 * Creates the log: one JSON line per entry, at this level and above. Buffered lines are flushed before the
 * process ends.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
  }
  return pino(options, destination ?? pino.destination(batching))
}
