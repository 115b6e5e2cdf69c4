import type { Form, FormValue } from './form-body.ts'
import { invalidRequest } from './processor-error.ts'

export type Metadata = Record<string, string>

/**
 * Reads one request's parameters and refuses each misuse in Stripe's words. An empty text unsets, as in
 * Stripe.
 */
export class Parameters {
  readonly form: Form

  constructor(form: Form) {
    this.form = form
  }

  has(name: string): boolean {
    return this.form[name] !== undefined
  }

  refuseUnknown(known: readonly string[]): void {
    for (const name of Object.keys(this.form)) {
      if (known.includes(name) || name === 'expand') continue
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }

  text(name: string): string | undefined {
    const value = this.form[name]
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, { param: name })
    return value
  }

  /** The new value of an optional field: undefined to keep it, null to unset it, or a text. */
  change(name: string): string | null | undefined {
    return this.form[name] === '' ? null : this.text(name)
  }

  requireText(name: string): string {
    const value = this.text(name)
    if (value !== undefined) return value
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (/^-?\d{1,15}$/.test(value)) return Number(value)
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const choice = choices.find((candidate) => candidate === value)
    if (choice !== undefined) return choice
    throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
  }

  texts(name: string): string[] | undefined {
    const value = this.form[name]
    if (value === undefined || value === '') return undefined
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
    throw invalidRequest(`Invalid array`, { param: name })
  }

  nested(name: string): Parameters | undefined {
    const value: FormValue | undefined = this.form[name]
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' || Array.isArray(value))
      throw invalidRequest('Invalid object', { param: name })
    return new Parameters(value)
  }

  /** Stripe merges metadata by key; an empty value removes its key, empty metadata removes all. */
  metadata(before: Metadata = {}): Metadata {
    if (this.form['metadata'] === '') return {}
    const given = this.nested('metadata')
    if (!given) return before
    const merged: Metadata = { ...before }
    for (const key of Object.keys(given.form)) {
      const value = given.change(key)
      if (value === null || value === undefined) delete merged[key]
      else merged[key] = value
    }
    if (Object.keys(merged).length > 50)
      throw invalidRequest('You can have up to 50 metadata keys.', { param: 'metadata' })
    for (const [key, value] of Object.entries(merged)) {
      if (key.length > 40 || value.length > 500) {
        throw invalidRequest('Metadata keys can be up to 40 characters long and values up to 500.', {
          param: 'metadata',
        })
      }
    }
    return merged
  }
}
