import * as z from 'zod/mini'

/**
 * A backup is a gzipped UTF-8 file of JSON lines, each ended by a line feed:
 *
 * 1. the header, an object: format, version and schema;
 * 2. for each table an object with its name and columns, then its rows, each an array of the values in
 *    PostgreSQL's own text form;
 * 3. for each sequence an object;
 * 4. the end, an object: the number of rows and the SHA-256 of every byte before it. The hash finds damage;
 *    it proves no origin.
 */
export const backupFormat = 'dashfit-backup'
export const backupVersion = 1

const text = z.string()

export const headerLine = z.object({
  format: z.literal(backupFormat),
  version: z.number(),
  /** The moment of the snapshot. */
  takenAt: text,
  postgres: text,
  /** Every applied migration. Together they make the schema that the rows fit. */
  migrations: z.array(z.object({ name: text, checksum: text })),
  /** Fingerprints of the keys that open sealed values in the rows; see `markOf`. No backup contains a key. */
  keys: z.record(text, text),
})
export type BackupHeader = z.infer<typeof headerLine>

export const tableLine = z.object({ table: text, columns: z.array(text) })
export const rowLine = z.array(z.nullable(text))
export const sequenceLine = z.object({ sequence: text, last: text, called: z.boolean() })
export const endLine = z.object({ rows: z.number(), sha256: text })

/** One part of a backup after its header. */
export type BackupPart =
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; rows: (string | null)[][] }
  | { kind: 'sequence'; sequence: string; last: string; called: boolean }

/** Fixes the text form of values, independent of the server's own settings. */
export const textSettings = `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public`

/** The reason why a backup or its target is refused, as one sentence for the operator. */
export class BackupRefused extends Error {}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
