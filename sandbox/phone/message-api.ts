import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Journal } from '../journal.ts'
import { TEXT_ACCOUNT } from './phone-network.ts'
import type { PhoneNetwork } from './phone-network.ts'
import { currentPhones } from './phone-switch.ts'
import type { PhoneRecords, TextRecord } from './records.ts'
import { threadKey } from './records.ts'

const E164 = /^\+[1-9]\d{6,14}$/
const LONGEST_BODY = 1600

/** The provider's published test numbers (https://www.twilio.com/docs/iam/test-credentials). */
const TEST_NUMBERS: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21211, "Invalid 'To' Phone Number: +15005550001"],
  '+15005550002': [21612, "Message cannot be sent with the current combination of 'To' and/or 'From'"],
  '+15005550003': [21408, 'Permission to send an SMS has not been enabled for the region'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, "'To' number is not a valid mobile number"],
}

type Refused = { status: number; code: number; message: string }
type OneText = { Params: { account: string; sid: string } }

/**
 * Twilio's Messages API: create and read a message
 * (https://www.twilio.com/docs/messaging/api/message-resource).
 */
export function registerMessageApi(
  app: FastifyInstance,
  { journal, network, token }: { journal: Journal<PhoneRecords>; network: PhoneNetwork; token: string },
): void {
  app.post<{ Params: { account: string } }>(
    '/2010-04-01/Accounts/:account/Messages.json',
    async (request, reply) => {
      const { mode } = currentPhones(journal)
      if (mode === 'down') return cut(reply)
      if (mode === 'busy') {
        return refused(reply.header('retry-after', '1'), {
          status: 429,
          code: 20429,
          message: 'Too Many Requests',
        })
      }
      if (!isAuthentic(request, request.params.account, token)) return unauthorized(reply)
      const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const problem = problemOf(fields, journal)
      if (problem) return refused(reply, problem)
      const text = network.accept({
        from: fields.get('From') ?? '',
        to: fields.get('To') ?? '',
        body: fields.get('Body') ?? '',
        statusCallback: fields.get('StatusCallback'),
      })
      if (mode === 'silent') return cut(reply)
      return reply.code(201).send(wireText(text))
    },
  )

  app.get<OneText>('/2010-04-01/Accounts/:account/Messages/:sid', (request, reply) => {
    if (!isAuthentic(request, request.params.account, token)) return unauthorized(reply)
    const text = journal.get('text', request.params.sid.replace(/\.json$/, ''))
    if (text) return reply.send(wireText(text))
    return refused(reply, { status: 404, code: 20404, message: 'The requested resource was not found' })
  })
}

function problemOf(fields: URLSearchParams, journal: Journal<PhoneRecords>): Refused | undefined {
  const problem = (code: number, message: string): Refused => ({ status: 400, code, message })
  const [to, from, body] = [fields.get('To') ?? '', fields.get('From') ?? '', fields.get('Body') ?? '']
  const callback = fields.get('StatusCallback')
  if (to === '') return problem(21604, "A 'To' phone number is required.")
  if (from === '') return problem(21603, "A 'From' phone number is required.")
  if (body === '') return problem(21602, 'Message body is required.')
  if (!E164.test(from)) return problem(21212, `Invalid 'From' number: ${from}`)
  if (!E164.test(to)) return problem(21211, `Invalid 'To' Phone Number: ${to}`)
  if (body.length > LONGEST_BODY) {
    return problem(21617, 'The concatenated message body exceeds the 1600 character limit')
  }
  if (callback !== null && !/^https?:\/\//.test(callback)) {
    return problem(21609, `The 'StatusCallback' URL ${callback} is not a valid URL.`)
  }
  const known = TEST_NUMBERS[to]
  if (known) return problem(...known)
  if (journal.get('stop', threadKey(from, to)))
    return problem(21610, 'Attempt to send to unsubscribed recipient')
  return undefined
}

function isAuthentic(request: FastifyRequest, account: string, token: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${TEXT_ACCOUNT}:${token}`).toString('base64')}`)
  const given = Buffer.from(request.headers.authorization ?? '')
  return account === TEXT_ACCOUNT && given.length === expected.length && timingSafeEqual(given, expected)
}

function unauthorized(reply: FastifyReply): FastifyReply {
  return refused(reply.header('www-authenticate', 'Basic realm="Twilio API"'), {
    status: 401,
    code: 20003,
    message: 'Authenticate',
  })
}

function refused(reply: FastifyReply, { status, code, message }: Refused): FastifyReply {
  return reply
    .code(status)
    .send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

function cut(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function wireText(text: TextRecord): object {
  return {
    sid: text.sid,
    account_sid: TEXT_ACCOUNT,
    api_version: '2010-04-01',
    direction: text.direction,
    from: text.from,
    to: text.to,
    body: text.body,
    status: text.status,
    error_code: text.errorCode,
    error_message: null,
    num_segments: String(text.segments),
    num_media: '0',
    messaging_service_sid: null,
    price: null,
    price_unit: 'USD',
    date_created: new Date(text.createdAt).toUTCString(),
    date_sent: null,
    date_updated: new Date(text.updatedAt).toUTCString(),
    uri: `/2010-04-01/Accounts/${TEXT_ACCOUNT}/Messages/${text.sid}.json`,
  }
}
