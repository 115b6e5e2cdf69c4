import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reading } from '../telemetry/gauges.ts'

/** Milliseconds over which answers are counted for the alarm. */
const alarmWindowMs = 600_000

/** Answers of banks about cards that people tried in the last 10 minutes. */
export type CardAnswers = { accepted: number; authentication: number; refused: number }

/** The answers of the last 10 minutes, and the time of the first refusal among them. */
async function countAnswers({ database, clock }: Context): Promise<CardAnswers & { since: Date | null }> {
  const { rows } = await sql<CardAnswers & { since: Date | null }>`
    select count(*) filter (where outcome = 'accepted')::integer as accepted,
      count(*) filter (where outcome = 'authentication')::integer as authentication,
      count(*) filter (where outcome = 'refused')::integer as refused,
      min(answered_at) filter (where outcome = 'refused') as since
    from card_attempts where answered_at > ${new Date(clock.now() - alarmWindowMs)}`.execute(database.db)
  return rows[0] ?? { accepted: 0, authentication: 0, refused: 0, since: null }
}

/** The refusals of 10 minutes that may be card testing. */
export type CardAlarm = { refused: number; answered: number; since: Date }

/** Finds the alarm of the whole installation; null below its threshold. It refuses no card. */
export async function findCardAlarm(context: Context): Promise<CardAlarm | null> {
  const { accepted, authentication, refused, since } = await countAnswers(context)
  if (since === null || refused < context.config.limits.refusalAlarm) return null
  return { refused, answered: accepted + authentication + refused, since }
}

export const cardReadings: Reading[] = [
  {
    gauges: [
      {
        name: 'dashfit_card_answers',
        help: 'Answers of banks about cards that people tried in the last 10 minutes (accepted, authentication, refused).',
        label: 'outcome',
      },
      {
        name: 'dashfit_card_refusal_alarm',
        help: '1 with CARD_REFUSAL_ALARM or more refused cards in the last 10 minutes, else 0.',
      },
    ],
    read: async (context) => {
      const { since: _, ...answers } = await countAnswers(context)
      const isOver = answers.refused >= context.config.limits.refusalAlarm
      return { dashfit_card_answers: answers, dashfit_card_refusal_alarm: isOver ? 1 : 0 }
    },
  },
]
