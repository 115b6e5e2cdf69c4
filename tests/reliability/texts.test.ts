import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { allTextsOn } from '../support/sandbox-phone.ts'
import { openTextingShop } from '../support/texting-shops.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { chanceOf } from './chance.ts'
import { auditTexts } from './texts-audit.ts'
import { liveTextDays, type LivedDays } from './texts-month.ts'

const capPerDay = 6
/** The size is the number of callers. */
const run = batteryRun('texts', 20)
const days = run.size >= 100 ? 30 : 6

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld({ MAX_TEXTS_PER_PHONE: String(capPerDay) })
})
afterAll(() => world.stop())

const audit = ({ deeds, phones }: LivedDays, copies = 1) =>
  auditTexts({
    deeds,
    phones,
    capPerDay,
    textsOf: async (phone) =>
      (await allTextsOn(world, phone)).flatMap((text) => Array.from({ length: copies }, () => text)),
  })

async function countStates(shopId: number): Promise<Record<string, number>> {
  const { rows } = await world.context.database.pool.query<{ state: string; count: number }>(
    `select state, count(*)::integer as count from texts where shop_id = $1 and direction = 'out' group by state`,
    [shopId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test(
  'in the days of a shop no text leaves in the quiet hours, without a consent, after a STOP, again or beyond the cap',
  async () => {
    const shop = await openTextingShop(world)
    for (const name of ['Lift 2', 'Lift 3', 'Lift 4'])
      await shop.owner.post(`/api/admin/shops/${shop.shopId}/bays`, { name })
    const month = await liveTextDays({ world, shop, days, appointments: run.size, chance: run.chance })
    const states = await countStates(shop.shopId)
    const { booked, moved, cancelled } = month
    run.report({ days, booked, moved, cancelled, ...states })
    expect(firstOf(await audit(month))).toEqual([])
    expect(states['delivered']).toBeGreaterThan(run.size / 2)
  },
  run.patience(3000),
)

/** The guards of consent and of STOP, and the zone of the quiet hours, broken in the database. */
async function breakGuards(shopId: number): Promise<void> {
  const { pool } = world.context.database
  await pool.query(`update shops set time_zone = 'Asia/Singapore' where id = $1`, [shopId])
  await pool.query(`
    create function forge_consent() returns trigger language plpgsql as $$
    begin
      insert into text_consents (id, shop_id, phone, contact_id, wording, source, given_at)
        values (gen_random_uuid(), new.shop_id, new.customer_phone, new.contact_id, 'none', 'spoken', now())
        on conflict do nothing;
      return null;
    end $$;
    create trigger forge_consent after insert on appointments for each row execute function forge_consent();
    create function forget_stop() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger forget_stop before insert on text_stops for each row execute function forget_stop()`)
}

test('control: with the guards broken, the audit finds each kind of fault', async () => {
  const shop = await openTextingShop(world)
  await breakGuards(shop.shopId)
  const month = await liveTextDays({ world, shop, days: 8, appointments: 24, chance: chanceOf(7) })
  const kindsOf = (sentences: string[]) => new Set(sentences.map((sentence) => sentence.split(':')[0]))
  expect(kindsOf(await audit(month))).toEqual(
    new Set(['in the quiet hours', 'without a consent', 'after a STOP']),
  )
  // Each text on the phones seven times.
  const crowded = kindsOf(await audit(month, capPerDay + 1))
  expect(crowded).toContain('again')
  expect(crowded).toContain(`more than ${capPerDay} in a day`)
}, 300_000)
