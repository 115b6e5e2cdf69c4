import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  backupFormat,
  BackupRefused,
  backupVersion,
  endLine,
  headerLine,
  rowLine,
  sequenceLine,
  tableLine,
  type BackupHeader,
  type BackupPart,
} from './backup-format.ts'

const rowsAtOnce = 1000
const lineFeed = 0x0a

/** Reads a whole backup and verifies format, version and checksum. Refuses any other file. */
export async function checkBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  await readBackup(path, async (read) => {
    header = read
    return async () => {}
  })
  if (!header) throw notABackup(path)
  return header
}

/** Streams a backup: calls `begin` with the header; the returned function receives each part after it. */
export async function readBackup(
  path: string,
  begin: (header: BackupHeader) => Promise<(part: BackupPart) => Promise<void>>,
): Promise<void> {
  const reader = new BackupReader(path, begin)
  let failure: unknown
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      try {
        for await (const line of linesOf(chunks)) await reader.take(line)
      } catch (error) {
        // The stream also reports an early stop of the reader; the first failure is the cause.
        failure = error
        throw error
      }
    })
  } catch (error) {
    const reason = failure ?? error
    const { code = '' } = reason as NodeJS.ErrnoException
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code))
      throw new BackupRefused(`${path} cannot be read (${code}).`)
    if (code.startsWith('Z_'))
      throw code === 'Z_BUF_ERROR' || reader.hasBegun ? damaged(path) : notABackup(path)
    throw reason
  }
  if (!reader.hasEnded) throw damaged(path)
}

const notABackup = (path: string): BackupRefused => new BackupRefused(`${path} is no backup of Dashfit.`)
const damaged = (path: string): BackupRefused =>
  new BackupRefused(`${path} is damaged or was not written to its end. Use another copy.`)

/** Splits at line feeds only. JSON does not escape other line ends, such as U+2028. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    let begin = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, begin)) {
      yield Buffer.concat([...parts, chunk.subarray(begin, at + 1)])
      parts = []
      begin = at + 1
    }
    if (begin < chunk.length) parts.push(chunk.subarray(begin))
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}

class BackupReader {
  hasBegun = false
  hasEnded = false
  readonly #path: string
  readonly #begin: Parameters<typeof readBackup>[1]
  readonly #hash = createHash('sha256')
  #give: (part: BackupPart) => Promise<void> = async () => {}
  #waiting: (string | null)[][] = []
  #rows = 0

  constructor(path: string, begin: Parameters<typeof readBackup>[1]) {
    this.#path = path
    this.#begin = begin
  }

  async take(line: Buffer): Promise<void> {
    const value = this.#parse(line)
    if (!this.hasBegun) {
      this.#hash.update(line)
      this.#give = await this.#begin(this.#readHeader(value))
      this.hasBegun = true
      return
    }
    if (this.hasEnded) throw damaged(this.#path)
    const end = endLine.safeParse(value)
    if (end.success) return this.#finish(end.data)
    this.#hash.update(line)
    const row = rowLine.safeParse(value)
    if (row.success) return this.#takeRow(row.data)
    await this.#flush()
    const table = tableLine.safeParse(value)
    if (table.success) return this.#give({ kind: 'table', ...table.data })
    const sequence = sequenceLine.safeParse(value)
    if (!sequence.success) throw damaged(this.#path)
    await this.#give({ kind: 'sequence', ...sequence.data })
  }

  #parse(line: Buffer): unknown {
    try {
      return JSON.parse(line.toString('utf8'))
    } catch {
      throw this.hasBegun ? damaged(this.#path) : notABackup(this.#path)
    }
  }

  #readHeader(value: unknown): BackupHeader {
    const { format, version } = Object(value) as { format?: unknown; version?: unknown }
    if (format !== backupFormat) throw notABackup(this.#path)
    if (version !== backupVersion)
      throw new BackupRefused(
        `${this.#path} has version ${String(version)} of the format, which this version of the code does not know. Use the newer code.`,
      )
    const header = headerLine.safeParse(value)
    if (!header.success) throw damaged(this.#path)
    return header.data
  }

  async #takeRow(row: (string | null)[]): Promise<void> {
    this.#rows += 1
    if (this.#waiting.push(row) >= rowsAtOnce) await this.#flush()
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length > 0) await this.#give({ kind: 'rows', rows })
  }

  async #finish({ rows, sha256 }: { rows: number; sha256: string }): Promise<void> {
    await this.#flush()
    if (rows !== this.#rows || sha256 !== this.#hash.digest('hex')) throw damaged(this.#path)
    this.hasEnded = true
  }
}
