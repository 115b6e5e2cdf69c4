import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readLines } from './read-lines.ts'
import { createTable } from './table.ts'
import type { KeyOf, Table } from './table.ts'

type Change = [kind: string, id: string, value: object | null]

export interface Reader<Shape> {
  get<Kind extends keyof Shape & string>(kind: Kind, id: string): Shape[Kind] | undefined
  count(kind: keyof Shape & string): number
  /** Oldest first. For frequent reads use an index. */
  list<Kind extends keyof Shape & string>(kind: Kind): Shape[Kind][]
  /** The record with the oldest first put. */
  oldest<Kind extends keyof Shape & string>(kind: Kind): Shape[Kind] | undefined
  /** The ids of this kind's index under `key`, oldest first. */
  idsBy(kind: keyof Shape & string, index: string, key: string): readonly string[]
  /** As `idsBy`, with the records themselves. */
  listBy<Kind extends keyof Shape & string>(kind: Kind, index: string, key: string): Shape[Kind][]
  /** The number of `ids` made before the record `id`; undefined when there is no such record. */
  rankAmong(kind: keyof Shape & string, ids: readonly string[], id: string): number | undefined
}

export type Indexes<Shape> = { [Kind in keyof Shape]?: Record<string, KeyOf<Shape[Kind]>> }

export interface Transaction<Shape> extends Reader<Shape> {
  /**
   * Values are replaced, never changed in place: a rolled-back transaction must leave the old value intact.
   */
  put<Kind extends keyof Shape & string>(kind: Kind, id: string, value: Shape[Kind]): void
  remove(kind: keyof Shape & string, id: string): void
  /** Rolls back the writes of this transaction so far. */
  discard(): void
}

export interface Journal<Shape> extends Reader<Shape> {
  open(): void
  /**
   * Calls `see` with every record of a kind as it is put, also while the file is read. The transaction may
   * still be rolled back, so read the record again before acting on it later.
   */
  watch<Kind extends keyof Shape & string>(kind: Kind, see: (id: string, record: Shape[Kind]) => void): void
  /** Runs `work` atomically: all of it is on disk when this returns, none of it when `work` throws. */
  transaction<Result>(work: (transaction: Transaction<Shape>) => Result): Result
  close(): void
}

const LINES_BEFORE_COMPACTION = 20_000

/**
 * An in-memory store of records by kind and id with an append-only log of JSON lines, one line per
 * transaction, so that a killed process recovers every acknowledged transaction. Call `open()` before any
 * read.
 */
export function createJournal<Shape extends Record<keyof Shape, object>>(
  path: string,
  indexes: Indexes<Shape> = {},
): Journal<Shape> {
  const kinds = new Map<string, Table<object>>()
  const watchers = new Map<string, (id: string, record: object) => void>()
  let file: number | undefined
  let lines = 0
  let inTransaction = false

  function records(kind: string): Table<object> {
    let found = kinds.get(kind)
    if (!found) {
      const own = indexes[kind as keyof Shape] as Record<string, KeyOf<object>> | undefined
      kinds.set(kind, (found = createTable(own)))
    }
    return found
  }

  function apply([kind, id, value]: Change): void {
    if (value === null) return records(kind).remove(id)
    records(kind).put(id, value)
    watchers.get(kind)?.(id, value)
  }

  // A process killed in the middle of a write leaves a last line without its end, which was never
  // acknowledged.
  function replay(): { torn: boolean } {
    lines = 0
    const torn = readLines(path, (line) => {
      lines += 1
      for (const change of JSON.parse(line) as Change[]) apply(change)
    })
    return { torn }
  }

  function compact(): void {
    const fresh = `${path}.new`
    const target = openSync(fresh, 'w', 0o600)
    lines = 0
    for (const [kind, byId] of kinds) {
      for (const [id, value] of byId.entries()) {
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
    count: (kind) => records(kind).size,
    list: <Kind extends keyof Shape & string>(kind: Kind) => [...records(kind).values()] as Shape[Kind][],
    oldest: <Kind extends keyof Shape & string>(kind: Kind) =>
      records(kind).values().next().value as Shape[Kind] | undefined,
    idsBy: (kind, index, key) => records(kind).idsBy(index, key),
    listBy: <Kind extends keyof Shape & string>(kind: Kind, index: string, key: string) =>
      records(kind)
        .idsBy(index, key)
        .map((id) => records(kind).get(id)) as Shape[Kind][],
    rankAmong: (kind, ids, id) => records(kind).rankAmong(ids, id),
  }

  return {
    ...reader,
    open() {
      mkdirSync(dirname(path), { recursive: true })
      const { torn } = replay()
      if (torn || lines > 2 * liveRecords() + 1000) compact()
      else file = openSync(path, 'a', 0o600)
    },
    watch: (kind, see) => void watchers.set(kind, see as (id: string, record: object) => void),
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
