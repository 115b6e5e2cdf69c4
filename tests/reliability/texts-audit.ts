import { isQuiet } from '../../contract/texts/quiet-hours.ts'
import type { OnPhone } from '../support/sandbox-phone.ts'
import { shopZone } from '../support/start-world.ts'

const dayMs = 86_400_000

/** What the simulated people did, from which the audit judges what their phones got. */
export type TextDeeds = {
  /** Phones whose people agreed, and since when. */
  agreedAt: Map<string, number>
  /** Times of STOP and of START of each phone, in order. */
  stops: Map<string, { at: number; isStop: boolean }[]>
}

type Audited = {
  deeds: TextDeeds
  phones: readonly string[]
  /** The texts of a phone in both directions, oldest first. */
  textsOf: (phone: string) => Promise<OnPhone[]>
  capPerDay: number
}

/** Answers to keywords and to a yes: they leave at any hour. */
const isAnswer = ({ body }: OnPhone): boolean =>
  /You get no more texts|Ya no le enviaremos|You get texts about|Le enviaremos mensajes|Texts about your appointments|Mensajes de sus citas|You are confirmed|esta confirmada/.test(
    body,
  )
const isStopAnswer = ({ body }: OnPhone): boolean => /You get no more texts|Ya no le enviaremos/.test(body)

/** The texts of the shop that break a rule, in words. */
export async function auditTexts({ deeds, phones, textsOf, capPerDay }: Audited): Promise<string[]> {
  const found: string[] = []
  for (const phone of phones) {
    const texts = await textsOf(phone)
    const sent = texts.filter(({ direction }) => direction !== 'inbound')
    const news = sent.filter((text) => !isAnswer(text))
    for (const text of news) {
      const at = Date.parse(text.createdAt)
      if (isQuiet(at, shopZone)) found.push(`in the quiet hours: ${text.createdAt} ${text.body}`)
      const agreed = deeds.agreedAt.get(phone)
      if (agreed === undefined || at < agreed) found.push(`without a consent: ${phone} ${text.body}`)
      if (isStoppedAt(deeds, phone, at)) found.push(`after a STOP: ${phone} ${text.body}`)
    }
    const reminders = news.map(({ body }) => body).filter((body) => /Reminder: |See you soon: /.test(body))
    for (const [index, body] of reminders.entries())
      if (reminders.indexOf(body) !== index) found.push(`again: ${phone} ${body}`)
    found.push(...beyondCap(phone, sent, capPerDay))
  }
  return found
}

function isStoppedAt({ stops }: TextDeeds, phone: string, at: number): boolean {
  return stops.get(phone)?.findLast((deed) => deed.at < at)?.isStop === true
}

function beyondCap(phone: string, sent: readonly OnPhone[], capPerDay: number): string[] {
  const times = sent.filter((text) => !isStopAnswer(text)).map(({ createdAt }) => Date.parse(createdAt))
  const crowded = times.filter(
    (at) => times.filter((other) => other > at - dayMs && other <= at).length > capPerDay,
  )
  return crowded.map((at) => `more than ${capPerDay} in a day: ${phone} at ${new Date(at).toISOString()}`)
}
