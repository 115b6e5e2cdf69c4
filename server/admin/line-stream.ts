import { Readable } from 'node:stream'

const minuteMs = 60_000

/**
 * What a generator yields as a stream that asks for no more than is read. It begins once the first piece is there, so that what fails
 * at once is answered as a refusal. A reader that takes nothing for `patienceMs` is given up: the stream ends with an error, and the
 * generator's work with it, as when the reader goes away.
 */
export async function streamLines(pieces: AsyncGenerator<string>, patienceMs = minuteMs): Promise<Readable> {
  const first = await pieces.next()
  async function* watched(): AsyncGenerator<string> {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) {
        const timer = setTimeout(() => {
          stream.destroy(new Error(`nobody read on for ${patienceMs / 1000} seconds`))
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
  const stream = Readable.from(watched())
  return stream
}
