import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Journal } from '../journal.ts'
import { sendPage } from '../pages/layout.ts'
import { isRefusal, readSwitch } from '../switch.ts'
import { registerMessageApi } from './message-api.ts'
import type { PhoneNetwork } from './phone-network.ts'
import { phonesPage, threadPage, threadPath } from './phone-pages.ts'
import type { PhoneThread } from './phone-pages.ts'
import { DELIVERY_ERRORS, currentPhones, parsePhoneSwitch, setPhones } from './phone-switch.ts'
import type { PhoneRecords, TextRecord } from './records.ts'
import { phoneOf, senderOf, threadKey } from './records.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/**
 * Text messages (SMS): the provider's API, `/sandbox/phone.json` for programs, `/sandbox/phone` for people.
 */
export function registerPhones(
  app: FastifyInstance,
  given: { journal: Journal<PhoneRecords>; network: PhoneNetwork; token: string },
): void {
  const { journal, network } = given
  registerMessageApi(app, given)

  app.get<{ Querystring: { phone?: string } }>('/sandbox/phone.json', ({ query: { phone } }) => {
    const texts = phone === undefined ? journal.list('text') : journal.listBy('text', 'phone', phone)
    return texts.toReversed()
  })
  app.get('/sandbox/phone', (_request, reply) =>
    sendPage(reply, phonesPage(threadsOf(journal), currentPhones(journal))),
  )
  app.get<{ Params: { phone: string; sender: string } }>(
    '/sandbox/phone/:phone/:sender',
    (request, reply) => {
      const { phone, sender } = request.params
      const texts = journal.listBy('text', 'thread', threadKey(sender, phone))
      return sendPage(reply, threadPage(texts, { phone, sender, switches: currentPhones(journal) }))
    },
  )

  app.post('/sandbox/phone', (request, reply) => {
    const switches = parsePhoneSwitch(readSwitch(request.body), currentPhones(journal))
    if (isRefusal(switches)) return reply.code(400).send({ error: switches })
    setPhones(journal, switches)
    return isForm(request) ? reply.redirect(backOf(request), 303) : reply.send(switches)
  })

  app.post('/sandbox/phone/replies', async (request, reply) => {
    const { from, to, body } = typedFields(request.body)
    if (!E164.test(from) || !E164.test(to) || body === '') {
      return reply.code(400).send({ error: 'from and to must be like +16265550199, and body a text' })
    }
    const answer = await network.reply({ from, to, body })
    return isForm(request) ? reply.redirect(threadPath(to, from), 303) : reply.send({ answer })
  })

  app.post<{ Params: { sid: string } }>('/sandbox/phone/messages/:sid', (request, reply) => {
    const code = Number(readSwitch(request.body)['errorCode'] ?? 0)
    if (code !== 0 && !(code in DELIVERY_ERRORS)) {
      return reply.code(400).send({ error: 'errorCode must be 0 or a delivery error' })
    }
    if (!network.decide(request.params.sid, code === 0 ? null : code)) {
      return reply.code(404).send({ error: 'There is no such message.' })
    }
    return isForm(request) ? reply.redirect(backOf(request), 303) : reply.send({ errorCode: code })
  })
}

function threadsOf(journal: Journal<PhoneRecords>): PhoneThread[] {
  const threads = Map.groupBy(journal.list('text'), (text: TextRecord) =>
    threadKey(senderOf(text), phoneOf(text)),
  )
  return [...threads.values()]
    .flatMap((texts) => {
      const last = texts.at(-1)
      return last ? [{ last, count: texts.length }] : []
    })
    .toSorted((one, other) => other.last.createdAt.localeCompare(one.last.createdAt))
}

const isForm = (request: FastifyRequest): boolean => typeof request.body === 'string'

/** The page of the sandbox that sent the form. */
function backOf({ headers }: FastifyRequest): string {
  const { referer } = headers
  const path = referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname : ''
  return path.startsWith('/sandbox/phone') ? path : '/sandbox/phone'
}

function typedFields(body: unknown): { from: string; to: string; body: string } {
  const fields = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : (body ?? {})
  const { from = '', to = '', body: text = '' } = fields as Record<string, unknown>
  return { from: String(from).trim(), to: String(to).trim(), body: String(text) }
}
