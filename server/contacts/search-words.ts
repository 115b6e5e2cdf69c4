import { sql, type RawBuilder } from 'kysely'
import { isVin } from '../../contract/catalog/vehicles.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'

/** A word of a search in the form of the `find_text` columns, and the packages whose name contains it. */
export type SearchWord = { text: string; isVin: boolean; packageIds: readonly number[] }

/** A longer search has more words than any name, phone and car together. */
const mostWords = 12

/** Characters of a phone number, in digits of any script. */
const phoneCharacters = /^[\p{Nd}\s()+./\-\u2010-\u2015]+$/u
const fewestPhoneDigits = 7

/** The digits of a text that reads as a phone number; null for every other text. */
export function phoneDigitsOf(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/\P{Nd}/gu, '')
  return phoneCharacters.test(text) && digits.length >= fewestPhoneDigits ? digits : null
}

function splitWords(typed: string): string[] {
  // PostgreSQL takes no zero byte, and no half of a surrogate pair.
  const text = typed
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .normalize('NFKC')
    .trim()
  // The groups of one phone number are one word: apart they would match other numbers.
  if (phoneDigitsOf(text) !== null) return [text]
  return text.split(/\s+/u).slice(0, mostWords)
}

/** The id of an appointment stands for the number on its receipt, which is its end. */
function withoutIdStart(word: string): string {
  return isUuid(word) ? word.slice(-12) : word
}

/**
 * The words of a search, folded by the database as its columns are. Empty for a text without a letter, digit
 * or sign that counts.
 */
export async function readSearchWords(db: Queryable, typed: string): Promise<SearchWord[]> {
  const words = splitWords(typed).map(withoutIdStart)
  const { rows } = await sql<{ text: string; packageIds: number[] }>`
    select * from (
      select findable(w.word) as text, array(
          select p.id from packages p where strpos(findable(p.name), findable(w.word)) > 0) as "packageIds"
        from unnest(${words}::text[]) with ordinality as w (word, place) order by w.place) as words
      where text <> ''`.execute(db)
  return rows.map((row) => ({ ...row, isVin: isVin(row.text.toUpperCase()) }))
}

/**
 * Below three characters a trigram index finds nothing. A letter beyond ASCII has more of them in the index.
 */
const fewestIndexed = 3

/** Whether no word is long enough for the index, so that a search would read every row. */
export function isShort(words: readonly SearchWord[]): boolean {
  return words.every(({ text }) => text.length < fewestIndexed)
}

/**
 * The last 9 characters of a VIN, from the check digit on. The first 8 are the same for many vehicles, so a
 * search for them would scan much of the trigram index.
 */
const ownPartOfVin = -9

function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`%${text.replaceAll(/[%_]/g, String.raw`\$&`)}%`}`
}

/** Whether a `find_text` column contains a word. */
export function hasWord(
  column: RawBuilder<unknown>,
  { text, isVin: isWhole }: SearchWord,
): RawBuilder<boolean> {
  if (!isWhole) return contains(column, text)
  return sql<boolean>`(${contains(column, text.slice(ownPartOfVin))} and strpos(${column}, ${text}) > 0)`
}

/** Whether a `find_text` column contains every word. */
export function hasWords(column: RawBuilder<unknown>, words: readonly SearchWord[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    words.map((word) => hasWord(column, word)),
    sql` and `,
  )})`
}
