import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

type Change = [kind: string, id: string, value: object | null]

export interface Reader<Shape> {
  get<Kind extends keyof Shape & string>(kind: Kind, id: string): Shape[Kind] | undefined
  /** Oldest first. */
  list<Kind extends keyof Shape & string>(kind: Kind): Shape[Kind][]
}

export interface Transaction<Shape> extends Reader<Shape> {
  /** Values are replaced, never changed in place: a discarded transaction must leave the old value whole. */
  put<Kind extends keyof Shape & string>(kind: Kind, id: string, value: Shape[Kind]): void
  remove(kind: keyof Shape & string, id: string): void
  /** Forgets everything this transaction has written so far. */
  discard(): void
}

export interface Journal<Shape> extends Reader<Shape> {
  open(): void
  /** Runs `work` in one piece: all of it is on disk when this returns, none of it when `work` throws. */
  transaction<Result>(work: (transaction: Transaction<Shape>) => Result): Result
  close(): void
}

const LINES_BEFORE_COMPACTION = 20_000

/**
 * Keeps records by kind and id in memory and every change of them in an append-only file of JSON lines, one line
 * a transaction, so that a killed process finds all it ever acknowledged. Nothing may be read before `open()`.
 */
export function createJournal<Shape extends Record<keyof Shape, object>>(path: string): Journal<Shape> {
  const kinds = new Map<string, Map<string, object>>()
  let file: number | undefined
  let lines = 0
  let inTransaction = false

  function records(kind: string): Map<string, object> {
    let found = kinds.get(kind)
    if (!found) kinds.set(kind, (found = new Map()))
    return found
  }

  function apply([kind, id, value]: Change): void {
    if (value === null) records(kind).delete(id)
    else records(kind).set(id, value)
  }

  function replay(): { torn: boolean } {
    if (!existsSync(path)) return { torn: false }
    const text = readFileSync(path, 'utf8')
    const entries = text.split('\n')
    // A process killed in the middle of a write leaves a last line without its end: it was never acknowledged.
    const torn = entries.pop() !== ''
    for (const entry of entries) for (const change of JSON.parse(entry) as Change[]) apply(change)
    lines = entries.length
    return { torn }
  }

  function compact(): void {
    const fresh = `${path}.new`
    const target = openSync(fresh, 'w', 0o600)
    lines = 0
    for (const [kind, byId] of kinds) {
      for (const [id, value] of byId) {
        writeSync(target, `${JSON.stringify([[kind, id, value]])}\n`)
        lines += 1
      }
    }
    closeSync(target)
    renameSync(fresh, path)
    if (file !== undefined) closeSync(file)
    file = openSync(path, 'a', 0o600)
  }

  function liveRecords(): number {
    let count = 0
    for (const byId of kinds.values()) count += byId.size
    return count
  }

  function append(changes: Change[]): void {
    if (file === undefined) throw new Error('The journal is not open')
    writeSync(file, `${JSON.stringify(changes)}\n`)
    lines += 1
    if (lines > LINES_BEFORE_COMPACTION && lines > 4 * liveRecords()) compact()
  }

  const reader: Reader<Shape> = {
    get: <Kind extends keyof Shape & string>(kind: Kind, id: string) =>
      records(kind).get(id) as Shape[Kind] | undefined,
    list: <Kind extends keyof Shape & string>(kind: Kind) => [...records(kind).values()] as Shape[Kind][],
  }

  return {
    ...reader,
    open() {
      mkdirSync(dirname(path), { recursive: true })
      const { torn } = replay()
      if (torn || lines > 2 * liveRecords() + 1000) compact()
      else file = openSync(path, 'a', 0o600)
    },
    transaction(work) {
      if (inTransaction) throw new Error('A journal transaction is already running')
      inTransaction = true
      let changes: Change[] = []
      let undo: Change[] = []
      const discard = () => {
        for (const change of undo.toReversed()) apply(change)
        changes = []
        undo = []
      }
      const change = (kind: string, id: string, value: object | null) => {
        undo.push([kind, id, records(kind).get(id) ?? null])
        changes.push([kind, id, value])
        apply([kind, id, value])
      }
      try {
        const result = work({
          ...reader,
          put: (kind, id, value) => change(kind, id, value),
          remove: (kind, id) => change(kind, id, null),
          discard,
        })
        if (changes.length > 0) append(changes)
        return result
      } catch (error) {
        discard()
        throw error
      } finally {
        inTransaction = false
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
