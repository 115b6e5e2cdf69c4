import { Readable } from 'node:stream'

const minuteMs = 60_000

/**
 * Streams a generator's output with backpressure. The stream is created after the first piece, so an
 * immediate failure is reported as a refusal. If the reader takes nothing for `patienceMs`, the stream is
 * destroyed with an error. The generator is closed in every case, including a disconnect.
 */
export async function streamLines(pieces: AsyncGenerator<string>, patienceMs = minuteMs): Promise<Readable> {
  const first = await pieces.next()
  async function* readWithTimeout(): AsyncGenerator<string> {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) {
        const timer = setTimeout(() => {
          stream.destroy(new Error(`the reader took nothing for ${patienceMs / 1000} seconds`))
        }, patienceMs)
        try {
          yield next.value
        } finally {
          clearTimeout(timer)
        }
      }
    } finally {
      await pieces.return(undefined)
    }
  }
  const stream = Readable.from(readWithTimeout())
  return stream
}
