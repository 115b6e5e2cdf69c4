import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf, instantOfWallTime, weekdayOf } from '../../contract/time.ts'
import { mailsTo } from '../support/mails.ts'
import { mailbox, patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { personWith } from '../support/people.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld

beforeEach(async () => {
  world = await startMoneyWorld()
})
afterEach(() => world.stop())

describe('messages to customers and shops', () => {
  async function bookUnchargeable(): Promise<string> {
    const id = await world.bookConfirmed({ date: `${world.day(0)} 09:00` })
    await world.advanceTo(id, 3 + 25)
    return id
  }

  test('a declined charge says that the customer got a mail only when one was sent', async () => {
    const id = await bookUnchargeable()
    const before = await mailsTo(world, mailbox)
    const refused = await world.capture(id)
    await world.runJobs()
    const after = await mailsTo(world, mailbox)
    expect(refused.status).toBe(402)
    expect(refused.body.error.includes('was asked')).toBe(after.length > before.length)
  })

  test('My Appointments shows a link to confirm the card only while it works', async () => {
    const id = await bookUnchargeable()
    const token = String((await world.own(id)).confirmCardUrl).split('#')[1]
    const found = await personWith(world, '').post('/api/confirm-card/find', { token })
    expect([token === undefined, found.status]).toSatisfy(
      ([none, status]: unknown[]) => none === true || status === 200,
    )
  })

  test('the mail that no card is held goes to the shop only when none is', async () => {
    // Booked in the evening for the first morning: the booking's hold outlives the job.
    const now = world.context.clock.now()
    const at = Array.from({ length: 4 }, (_, days) => addDays(dayOf(now, shopZone), days))
      .filter((day) => weekdayOf(day) <= 5)
      .map((day) => instantOfWallTime(day, 23.5 * 60, shopZone) ?? 0)
      .find((evening) => evening >= now)
    if (at === undefined) throw new Error('no evening of a weekday within four days')
    await world.advance(Math.ceil((at - now) / 1000))
    const id = await world.book({ date: `${world.day(0)} 09:00` })
    await world.cards({ behaviour: 'decline_insufficient_funds' })
    for (const hoursBefore of [71, 47, 23]) await world.advanceTo(id, -hoursBefore)
    const { endsAt } = await world.timesOf(id)
    const [intent] = await world.intentsOf(id)
    const outlives = intent.latest_charge.payment_method_details.card.capture_before * 1000 > endsAt
    const told = (await mailsTo(world, world.administrator.email)).map(({ subject }) => subject)
    expect([intent.status, outlives]).toEqual(['requires_capture', true])
    // My Appointments shows the end of the hold, not a failed hold.
    expect((await world.own(id)).hold).toMatchObject({ state: 'failed', heldAmount: 499 })
    expect(told.filter((subject) => subject.startsWith('No card is held'))).toEqual([])
  })

  test('cancelling an appointment whose payment was refunded in the provider’s dashboard sends the customer a mail', async () => {
    const id = await world.book({ date: `${world.day(0)} 09:00` })
    await world.capture(id)
    await world.context.stripe.refunds.create({ payment_intent: (await world.intentsOf(id))[0].id })
    await expect
      .poll(async () => {
        await world.runJobs()
        return (await mailsTo(world, mailbox)).length
      }, patience)
      .toBe(3)
    await world.cancel(id)
    await world.runJobs()
    expect((await mailsTo(world, mailbox)).at(-1)?.subject).toMatch(/^Cancelled/)
  })

  test('cancelling an appointment that was captured early removes it from the calendar', async () => {
    const id = await world.book({ date: `${world.day(0)} 09:00` })
    await world.capture(id)
    await world.cancel(id)
    await world.runJobs()
    const files = (await mailsTo(world, mailbox)).flatMap(({ attachments }) =>
      attachments.map(({ content }) => content),
    )
    expect(files.some((file) => file.includes('METHOD:CANCEL'))).toBe(true)
  })
})
