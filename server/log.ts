import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/** What a log line says of an error. The provider's errors carry whole payments, with what it takes to confirm them and who paid. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const known = error as { code?: unknown; statusCode?: unknown; requestId?: unknown; param?: unknown }
  const { code, statusCode, requestId, param } = known
  return { type, message, stack, code, statusCode, requestId, param }
}

/** Lines leave together, so many bytes of them or after so long: one alone wakes two threads, and costs as much as a small answer. */
const together = { minLength: 4096, periodicFlush: 50 }

/** The log: one JSON line each, at this level and above. What was said before the process ends is written before it does. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
  }
  return pino(options, destination ?? pino.destination(together))
}
