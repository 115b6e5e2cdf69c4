import type { Chance } from './chance.ts'
import type { JsonSchema } from './open-api.ts'

/** Valid values, by the name of their field. Other values are made from the schema alone. */
export type SoundValues = Record<string, readonly unknown[]>

/** Texts of which one fits most patterns of the document. */
const texts = [
  '1',
  '5',
  '50',
  '2013',
  '09:00',
  '9:00',
  '2026-11',
  'casey@example.test',
  'pm_card_visa',
  'WBAJU7C51KB123456',
  '019a0000-0000-7000-8000-000000000000',
  'a-key-of-16-char',
  'Some text',
]

/** A random value that a schema allows. `name` is that of its field. */
export function soundValue(schema: JsonSchema, name: string, sound: SoundValues, chance: Chance): unknown {
  const known = sound[name]
  if (known && known.length > 0 && chance.happens(0.97)) return chance.pick(known)
  if (schema.anyOf) return soundValue(chance.pick(schema.anyOf), name, sound, chance)
  if (schema.enum) return chance.pick(schema.enum)
  const type = Array.isArray(schema.type) ? chance.pick(schema.type) : (schema.type ?? 'any')
  switch (type) {
    case 'object':
      return soundObject(schema, sound, chance)
    case 'array':
      return Array.from({ length: chance.below(3) }, () =>
        soundValue(schema.items ?? {}, name, sound, chance),
      )
    case 'integer':
      return chance.between(Math.max(schema.minimum ?? 1, 1), Math.min(schema.maximum ?? 9, 9))
    case 'number':
      return chance.pick([499, 799, 1299, 0.5])
    case 'boolean':
      return chance.happens(0.5)
    case 'null':
      return null
    case 'string':
      return soundText(schema, chance)
    default:
      return chance.pick([null, 1, 'Some text', {}])
  }
}

function soundObject(schema: JsonSchema, sound: SoundValues, chance: Chance): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(key) !== true && chance.happens(0.4)) continue
    object[key] = soundValue(part, key, sound, chance)
  }
  const { productId, amount } = object
  const price = { 1: 499, 2: 799, 3: 1299 }[Number(productId)]
  if (amount !== undefined && price !== undefined && chance.happens(0.8)) object['amount'] = price
  return object
}

function soundText({ pattern, minLength = 0, maxLength = 200 }: JsonSchema, chance: Chance): string {
  const form = pattern === undefined ? /^/ : new RegExp(pattern, 'u')
  const fitting = texts.filter(
    (text) => form.test(text) && text.length >= minLength && text.length <= maxLength,
  )
  return fitting.length > 0 ? chance.pick(fitting) : 'x'.repeat(Math.max(minLength, 1))
}
