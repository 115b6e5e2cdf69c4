import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { OPT_OUT_REPLIES, optOutKind } from './opt-out-words.ts'
import { currentPhones } from './phone-switch.ts'
import type { PhoneRecords, TextRecord, TextStatus } from './records.ts'
import { threadKey } from './records.ts'
import { segmentsOf } from './segments.ts'
import type { TextWebhooks } from './text-webhooks.ts'

export const TEXT_ACCOUNT = 'AC00000000000000000000000000005e4d'

export interface PhoneNetwork {
  /** Accepts a message of the product; delivery follows by webhook. */
  accept(given: Pick<TextRecord, 'from' | 'to' | 'body' | 'statusCallback'>): TextRecord
  /** A person texts a sender's number; resolves to the answer of the product's webhook. */
  reply(given: Pick<TextRecord, 'from' | 'to' | 'body'>): Promise<string>
  /** Sets the delivery state of a message and tells the product. */
  decide(sid: string, errorCode: number | null): boolean
}

export interface PhoneNetworkOptions {
  journal: Journal<PhoneRecords>
  clock: SandboxClock
  webhooks: TextWebhooks
  /** Receives inbound messages. */
  inboundUrl: string
}

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

export function createPhoneNetwork({
  journal,
  clock,
  webhooks,
  inboundUrl,
}: PhoneNetworkOptions): PhoneNetwork {
  const nowText = (): string => new Date(clock.now()).toISOString()

  function add(given: Omit<TextRecord, 'sid' | 'segments' | 'errorCode' | 'createdAt' | 'updatedAt'>) {
    const at = nowText()
    const text: TextRecord = {
      ...given,
      sid: newSid(),
      segments: segmentsOf(given.body),
      errorCode: null,
      createdAt: at,
      updatedAt: at,
    }
    journal.transaction((records) => records.put('text', text.sid, text))
    return text
  }

  function advance(sid: string, status: TextStatus, errorCode: number | null): void {
    const before = journal.get('text', sid)
    if (!before) return
    const text = { ...before, status, errorCode, updatedAt: nowText() }
    journal.transaction((records) => records.put('text', sid, text))
    if (text.statusCallback === null) return
    void webhooks.post(text.statusCallback, {
      MessageSid: sid,
      SmsSid: sid,
      AccountSid: TEXT_ACCOUNT,
      ApiVersion: '2010-04-01',
      From: text.from,
      To: text.to,
      MessageStatus: status,
      SmsStatus: status,
      ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    })
  }

  function finish(sid: string, errorCode: number | null): void {
    advance(sid, errorCode === null ? 'delivered' : 'undelivered', errorCode)
  }

  return {
    accept(given) {
      const text = add({ ...given, direction: 'outbound-api', status: 'queued' })
      const { mode, failing } = currentPhones(journal)
      // After the answer of this request, as at the provider.
      setImmediate(() => {
        advance(text.sid, 'sent', null)
        if (mode !== 'hold') finish(text.sid, failing[text.to] ?? null)
      })
      return text
    },
    reply({ from, to, body }) {
      const text = add({
        from,
        to,
        body,
        direction: 'inbound',
        status: 'received',
        statusCallback: null,
      })
      const { optOut } = currentPhones(journal)
      const kind = optOut === 'off' ? undefined : optOutKind(body)
      if (kind !== undefined) {
        const key = threadKey(to, from)
        journal.transaction((records) => {
          if (kind === 'STOP') records.put('stop', key, { sender: to, phone: from })
          if (kind === 'START') records.remove('stop', key)
        })
        add({
          from: to,
          to: from,
          body: OPT_OUT_REPLIES[kind],
          direction: 'outbound-api',
          status: 'delivered',
          statusCallback: null,
        })
      }
      return webhooks.post(inboundUrl, {
        MessageSid: text.sid,
        SmsSid: text.sid,
        SmsMessageSid: text.sid,
        AccountSid: TEXT_ACCOUNT,
        ApiVersion: '2010-04-01',
        From: from,
        To: to,
        Body: body,
        NumMedia: '0',
        NumSegments: String(text.segments),
        SmsStatus: 'received',
        ...(kind !== undefined && optOut === 'advanced' && { OptOutType: kind }),
      })
    },
    decide(sid, errorCode) {
      const text = journal.get('text', sid)
      if (text?.direction !== 'outbound-api') return false
      finish(sid, errorCode)
      return true
    },
  }
}
