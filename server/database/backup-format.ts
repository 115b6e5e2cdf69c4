import * as z from 'zod/mini'

/**
 * A backup is a gzipped file of lines of JSON, in UTF-8, each ended by a line feed:
 *
 * 1. the header, an object: what this is, of which version, and of which schema;
 * 2. for each table an object with its name and columns, then its rows, each an array of PostgreSQL's own text of the values;
 * 3. for each sequence an object;
 * 4. the end, an object: how many rows there were, and the SHA-256 of every byte before it. It finds damage; it proves no origin.
 */
export const backupFormat = 'dashfit-backup'
export const backupVersion = 1

const text = z.string()

export const headerLine = z.object({
  format: z.literal(backupFormat),
  version: z.number(),
  /** When the copy was true. */
  takenAt: text,
  postgres: text,
  /** Every migration that had been applied: they make the schema which the rows fit. */
  migrations: z.array(z.object({ name: text, checksum: text })),
  /** Marks of the keys that open what is sealed in the rows; see `markOf`. The keys themselves are in no backup. */
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

/** How values are written and read as text, whatever the server's own settings are. */
export const textSettings = `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public`

/** What is wrong with a backup or the place it is to go to, in one sentence for whoever runs the command. */
export class BackupRefused extends Error {}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
