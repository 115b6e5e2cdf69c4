import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { withdrawTextConsent } from './consents.ts'
import type { SendOutcome } from './provider/send-message.ts'
import { stopTexts } from './stop-texts.ts'

const maxAttempts = 8
const firstWaitMs = 60_000
const maxWaitMs = 60 * 60_000

/** The person replied STOP to the provider. */
const stopped = 21610
/** The number has no phone any more, or never had: 21211, 21614 at once, 30005 and 30006 on delivery. */
const gone = [21211, 21614, 30005, 30006]

type Person = { shop_id: number; phone: string }

/** A number that is gone may be given to another person, so it needs a new consent. */
export async function followError(
  tx: Queryable,
  person: Person,
  code: number | null,
  at: Date,
): Promise<void> {
  if (code === stopped) await stopTexts(tx, person, at)
  if (code !== null && gone.includes(code)) await withdrawTextConsent(tx, person, { by: 'provider', at })
}

/** Records the provider's answer. The status callback may have come before it and knows more. */
export async function recordOutcome(
  context: Context,
  text: Person & { id: string; attempts: number },
  result: SendOutcome,
): Promise<void> {
  const at = new Date(context.clock.now())
  await context.database.transaction(async (tx) => {
    const update = tx.updateTable('texts').where('shop_id', '=', text.shop_id).where('id', '=', text.id)
    switch (result.outcome) {
      case 'sent':
        await update
          .set({
            provider_sid: result.sid,
            state: sql`case when state = 'sending' then 'sent' else state end`,
          })
          .execute()
        return
      case 'unknown':
        await update.set({ state: 'sent' }).where('state', '=', 'sending').execute()
        return
      case 'busy': {
        const wait = Math.min(firstWaitMs * 2 ** (text.attempts - 1), maxWaitMs)
        const isGivenUp = text.attempts >= maxAttempts
        await update
          .set({
            state: isGivenUp ? 'failed' : 'queued',
            due_at: new Date(at.getTime() + wait),
            leased_at: null,
            sent_at: null,
          })
          .where('state', '=', 'sending')
          .execute()
        return
      }
      case 'refused':
        await update
          .set({ state: 'failed', error_code: result.code })
          .where('state', '=', 'sending')
          .execute()
        await followError(tx, text, result.code, at)
    }
  })
  if (result.outcome !== 'sent')
    context.log.warn({ textId: text.id, ...result, attempt: text.attempts }, 'a text was not sent as usual')
}
