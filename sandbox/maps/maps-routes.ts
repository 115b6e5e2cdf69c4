import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Journal } from '../journal.ts'
import { answerSwitch, isRefusal } from '../switch.ts'
import { geocodingAnswer, refusedAnswer } from './geocoding-answer.ts'
import { currentMaps, parseMapsSwitch, setMaps } from './maps-switch.ts'
import type { MapsRecords } from './maps-switch.ts'

type Query = Record<string, string | string[] | undefined>

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/**
 * Google's Geocoding API for addresses, as JSON, and its fault switch. Errors have HTTP 200, as at Google.
 */
export function registerMaps(app: FastifyInstance, journal: Journal<MapsRecords>): void {
  app.get<{ Querystring: Query }>('/maps/api/geocode/json', async (request, reply) => {
    const { mode, delayMs } = currentMaps(journal)
    if (mode === 'down') {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    if (mode === 'slow') await delay(delayMs, undefined, { ref: false })
    if (mode === 'denied') return refusedAnswer('REQUEST_DENIED', 'The provided API key is invalid.')
    if (mode === 'over_limit') {
      return refusedAnswer('OVER_QUERY_LIMIT', 'You have exceeded your rate-limit for this API.')
    }
    if (!firstOf(request.query['key'])) {
      return refusedAnswer(
        'REQUEST_DENIED',
        'You must use an API key to authenticate each request to Google Maps Platform APIs.',
      )
    }
    return geocodingAnswer(firstOf(request.query['address']))
  })

  app.get('/sandbox/maps', () => currentMaps(journal))
  app.post('/sandbox/maps', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const given = parseMapsSwitch(fields)
      if (!isRefusal(given)) setMaps(journal, given)
      return given
    }),
  )
}
