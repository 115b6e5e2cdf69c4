import { types } from 'pg'

type TextParser = (text: string) => unknown

const asItIs: TextParser = (text) => text
const wholeNumber: TextParser = (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}
// pg-types exports this; its type declarations leave it out.
const { arrayParser } = types as unknown as {
  arrayParser: { create(text: string, parse: TextParser): { parse(): unknown[] } }
}
const eachOf =
  (parse: TextParser): TextParser =>
  (text) =>
    arrayParser.create(text, parse).parse()

const BIGINT_ARRAY = 1016
const DATE_ARRAY = 1182
const parsers = new Map<number, TextParser>([
  [types.builtins.INT8, wholeNumber],
  [BIGINT_ARRAY, eachOf(wholeNumber)],
  [types.builtins.DATE, asItIs],
  [DATE_ARRAY, eachOf(asItIs)],
  [types.builtins.TIME, asItIs],
  [types.builtins.TIMESTAMP, asItIs],
])

const defaultParser = types.getTypeParser as (type: number, format: 'text' | 'binary') => TextParser

/** Reads `bigint` as number, and `date`, `time` and `timestamp` as the text they are: they have no zone to make an instant of. */
export function parserFor(type: number, format: 'text' | 'binary' = 'text'): TextParser {
  return (format === 'text' ? parsers.get(type) : undefined) ?? defaultParser(type, format)
}
