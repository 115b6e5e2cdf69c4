import { closeSync, existsSync, openSync, readSync } from 'node:fs'

const CHUNK = 4 * 1024 * 1024
const LINE_END = 10

/**
 * Passes each whole line of a file to `take`, in chunks, because a file may exceed the maximum string length.
 * True when the last line has no end: its process was killed while writing.
 */
export function readLines(path: string, take: (line: string) => void): boolean {
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(CHUNK)
  let rest = Buffer.alloc(0)
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)])
      const end = bytes.lastIndexOf(LINE_END)
      if (end !== -1) for (const line of bytes.toString('utf8', 0, end).split('\n')) take(line)
      rest = bytes.subarray(end + 1)
    }
  } finally {
    closeSync(file)
  }
  return rest.length > 0
}
