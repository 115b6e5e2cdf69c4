import { types } from 'pg'

type TextParser = (text: string) => unknown

const keepText: TextParser = (text) => text
const parseInteger: TextParser = (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}
// pg-types exports `arrayParser`, but its type declarations omit it.
const { arrayParser } = types as unknown as {
  arrayParser: { create(text: string, parse: TextParser): { parse(): unknown[] } }
}
const arrayOf =
  (parse: TextParser): TextParser =>
  (text) =>
    arrayParser.create(text, parse).parse()

const BIGINT_ARRAY = 1016
const DATE_ARRAY = 1182
const parsers = new Map<number, TextParser>([
  [types.builtins.INT8, parseInteger],
  [BIGINT_ARRAY, arrayOf(parseInteger)],
  [types.builtins.DATE, keepText],
  [DATE_ARRAY, arrayOf(keepText)],
  [types.builtins.TIME, keepText],
  [types.builtins.TIMESTAMP, keepText],
])

const defaultParser = types.getTypeParser as (type: number, format: 'text' | 'binary') => TextParser

/**
 * Returns the parser of a column type: `bigint` becomes a number; `date`, `time` and `timestamp` stay text,
 * because without a zone they are no instant.
 */
export function parserFor(type: number, format: 'text' | 'binary' = 'text'): TextParser {
  return (format === 'text' ? parsers.get(type) : undefined) ?? defaultParser(type, format)
}
