import type { Answer } from '../support/people.ts'

/** The deeds of customers and staff; each number is a weight. */
const weights = {
  book: 30,
  'book with the bank': 8,
  'book on a bad card': 1,
  'bank answers': 5,
  move: 18,
  swap: 6,
  package: 12,
  'customer cancels': 8,
  'staff cancels': 5,
  capture: 2,
  status: 2,
  hours: 3,
  closure: 3,
  bay: 4,
  'time goes by': 1,
  'jobs run': 1,
}
export type Deed = keyof typeof weights
export const everyDeed: readonly Deed[] = Object.entries(weights).flatMap(([deed, weight]) =>
  Array.from({ length: weight }, () => deed as Deed),
)

/** The answer to one deed, its appointment, and the target of a move. */
export type Outcome = {
  deed: Deed
  status: number
  body: Answer['body']
  refusal: string | null
  id?: string
  wanted?: string
}

export function told(deed: Deed, { status, body, headers }: Answer, more: Partial<Outcome> = {}): Outcome {
  return { deed, status, body, refusal: headers.get('x-refusal'), ...more }
}
