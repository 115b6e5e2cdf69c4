import type { Handlers } from '../http/handlers.ts'
import { checkFitment } from './check-fitment.ts'

/** 'bmw-screen:wide,has-carplay:no' */
function parseAnswers(list: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (list ?? '')
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair): [string, string] => {
        const colon = pair.indexOf(':')
        return [pair.slice(0, colon), pair.slice(colon + 1)]
      }),
  )
}

export const fitmentHandlers = {
  'fitment.check': async ({ context, query, setHeader }) => {
    const reply = await checkFitment(context, {
      year: query.year === undefined ? undefined : Number(query.year),
      make: query.make,
      model: query.model,
      vin: query.vin,
      answers: parseAnswers(query.answers),
    })
    // A VIN names one car, and so its owner. Everything else is the same for everyone.
    if (query.vin === undefined) setHeader('cache-control', 'public, max-age=60')
    return reply
  },
} satisfies Partial<Handlers>
