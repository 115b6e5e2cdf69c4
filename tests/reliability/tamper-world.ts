import { createHash } from 'node:crypto'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { goodPassword } from '../support/people.ts'
import { openAccessFixture, people, type Somebody, type Fixture } from './access-world.ts'
import type { World } from '../support/start-world.ts'
import type { SoundValues } from './sound-values.ts'
import type { Hand } from './tamper-attempts.ts'

/** The tampering accounts; all others in the world are foreign. */
export const tamperers = ['customer', 'approvedShop', 'administrator'] as const
export type Tamperer = (typeof tamperers)[number] | 'visitor'

export type TamperFixture = {
  fixture: Fixture
  /**
   * Restores the things that the tamperers' own calls may have ended: sessions, passwords, second factors,
   * attempts.
   */
  renew(): Promise<void>
  handOf(who: Tamperer): Hand
  /** The rows of other accounts. `personal`: only those that an administrator may not change either. */
  foreignRows(personal?: boolean): Promise<Map<string, string>>
  /** Promotions that no account may give to itself or to a new account. */
  promotions(): Promise<string[]>
  /** The appointments made since the world was opened. */
  bookedIds(): Promise<string[]>
}

export async function openTamperFixture(world: World): Promise<TamperFixture> {
  const fixture = await openAccessFixture(world)
  const { pool } = world.context.database
  const { things } = fixture
  const theirs: Somebody[] = [...tamperers]
  const others = [...Object.keys(people), 'bystander'].filter((who) => !theirs.includes(who as Somebody))
  const ownShop = things.approvedShop.shop
  const read = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(sql, values)).rows as Row[]
  const hash = (await read<{ password: string }>(`select password from accounts where id = 'customer'`))[0]
    ?.password
  // A password that only they know; changing it ends their sessions.
  const { password } = await identityProvider(world.context).$context
  await read(`update accounts set password = $1 where id = any($2)`, [
    await password.hash('of-somebody-else-7'),
    others,
  ])
  fixture.cookies.stranger = (await fixture.makeSession('stranger')).cookie
  const early = (await read<{ id: string }>('select id from appointments')).map(({ id }) => id)
  const factor = (
    await read<{ backup_codes: string }>(`select * from two_factors where user_id = 'approvedShop'`)
  )[0]
  const cookies: Record<string, string> = {}
  let own: string[] = []

  const renew = async (): Promise<void> => {
    await pool.query('delete from rate_limits')
    await pool.query(`update accounts set password = $1 where id = any($2)`, [hash, theirs])
    await pool.query(
      `insert into two_factors (id, user_id, secret, backup_codes)
        select w, w, 'none', $1 from unnest(array['approvedShop', 'administrator']) w
        where not exists (select from two_factors t where t.user_id = w)`,
      [factor?.backup_codes],
    )
    await pool.query(
      `update users set two_factor_enabled = true where id in ('approvedShop', 'administrator')`,
    )
    await fixture.renewSessions()
    for (const who of theirs) cookies[who] = (await fixture.makeSession(who)).cookie
    const mine = await read<{ id: string }>(
      `select id from appointments where customer_id = 'customer' order by created_at desc limit 20`,
    )
    own = mine.map(({ id }) => id)
  }

  const foreign = [
    ...others,
    ...(['stranger', 'foreignShop', 'pendingShop', 'disabledCustomer'] as const).flatMap((who) =>
      Object.values(things[who]).filter((thing) => thing !== '' && thing !== 0),
    ),
  ]

  const soundFor = (who: Tamperer): SoundValues => {
    const mine = who === 'visitor' ? things.customer : things[who]
    const days = world.bookableDays()
    const at = days.flatMap((day) => [`${day} 09:00`, `${day} 12:00`])
    const appointments = [...own, things.approvedShop.appointment, things.stranger.appointment]
    const shops = [5, ownShop, ownShop, things.foreignShop.shop]
    return {
      name: ['Casey Rivera', 'Second bay'],
      email: ['receipt@example.test', mine.address, things.stranger.address, 'new@example.test'],
      password: [goodPassword, goodPassword, 'wrong-password-1'],
      presentPassword: [goodPassword],
      confirmation: [things.stranger.address],
      date: days,
      'appointments.book date': at,
      time: ['9:00', '10:00', '13:00'],
      firstDay: days,
      lastDay: days,
      from: [`${days[0]}T09:00`],
      'admin.findBoard from': days,
      to: [`${days[3]}T09:00`],
      month: ['2026-11', '2026-12'],
      amount: [499, 799, 1299],
      productId: [1, 2, 3, '2'],
      capture_method: ['manual'],
      phone: ['(626) 555-0142', '6265550142'],
      year: [2013, '2012'],
      make: ['BMW'],
      model: ['X5', 'X3'],
      vin: ['WBAJU7C51KB123456', '', null],
      paymentMethodId: [
        'pm_card_visa',
        'pm_card_visa',
        'pm_card_chargeDeclined',
        'pm_card_authenticationRequired',
      ],
      timeZone: ['America/Los_Angeles', 'Europe/Berlin', 'Nowhere/Atall'],
      open: ['09:00', '08:00'],
      close: ['17:00', '18:00'],
      image: ['https://example.test/me.png', null],
      address: ['1 Garage Lane, Pasadena, CA', '1211 W Main St, Alhambra, CA'],
      token: ['guessed'],
      code: ['123456', 'aaaa-bbbb'],
      shopId: shops,
      appointmentId: appointments,
      holdId: ['019a0000-0000-7000-8000-000000000000'],
      'appointments id': appointments,
      'shops id': shops.map(String),
      'mails id': [mine.mail, things.stranger.mail, things.foreignShop.mail],
      'sessions id': [mine.session, things.stranger.session],
      'passkeys id': [mine.passkey, things.stranger.passkey],
      closureId: [mine.closure, things.foreignShop.closure].map(String),
      bayId: [mine.bay, things.foreignShop.bay].map(String),
      'x-user-email': [mine.address, things.stranger.address],
    }
  }

  await renew()
  return {
    fixture,
    renew,
    handOf: (who) => ({
      cookie: who === 'visitor' ? null : (cookies[who] ?? null),
      sound: soundFor(who),
      foreign,
    }),
    foreignRows: async (personal = false) => {
      const rows = new Map<string, string>()
      for (const [name, sql] of Object.entries(personal ? personalRows : { ...personalRows, ...otherRows })) {
        const found = await read<{ row: string }>(
          `select t::text as row from ${sql} order by 1`,
          sql.includes('$2') ? [others, ownShop] : sql.includes('$1') ? [others] : [],
        )
        for (const { row } of found)
          rows.set(createHash('sha256').update(row).digest('hex'), `${name} ${row}`)
      }
      return rows
    },
    promotions: async () => {
      const raised = await read<{ row: string }>(
        `select u::text as row from users u where not (id = any($1)) and id not like 'member-%' and (role = 'administrator' or email_verified or two_factor_enabled)
          union all select u::text from users u where id = any($2) and (role, email) is distinct from (case id when 'customer' then 'customer'
            when 'approvedShop' then 'shop' else 'administrator' end, 'of-' || lower(id) || '@private.test')
          union all select s::text from shops s where not (owner_id = any($1)) and status <> 'pending'`,
        [[...theirs, ...others], theirs],
      )
      return raised.map(({ row }) => `no account may make itself ${row}`)
    },
    bookedIds: async () =>
      (
        await read<{ id: string }>('select id from appointments where not (id = any($1::uuid[]))', [early])
      ).map(({ id }) => id),
  }
}

/** $1: all other accounts; $2: the tamperers' shop. */
const personalRows: Record<string, string> = {
  users: 'users t where id = any($1)',
  accounts: 'accounts t where user_id = any($1)',
  sessions: 'sessions t where user_id = any($1)',
  passkeys: 'passkeys t where user_id = any($1)',
  two_factors: 'two_factors t where user_id = any($1)',
  order_requests: 'order_requests t where customer_id = any($1)',
  provider_customers: 'provider_customers t where user_id = any($1)',
  packages: 'packages t',
  installation: 'installation t',
  clock: 'clock t',
}
const shopOfOthers = `shop_id <> $2 and shop_id in (select id from shops where owner_id = any($1) or id = 5)`
const appointmentsOfOthers = 'select id from appointments where customer_id = any($1) and shop_id <> $2'
const otherRows: Record<string, string> = {
  shops: 'shops t where owner_id = any($1) or id = 5',
  shop_hours: `shop_hours t where ${shopOfOthers}`,
  shop_closures: `shop_closures t where ${shopOfOthers}`,
  bays: `bays t where ${shopOfOthers}`,
  payout_details: `payout_details t where ${shopOfOthers}`,
  appointments: `appointments t where id in (${appointmentsOfOthers})`,
  holds: `holds t where appointment_id in (${appointmentsOfOthers})`,
  ledger: `ledger t where appointment_id in (${appointmentsOfOthers})`,
  outbox: `outbox t where payload ->> 'appointmentId' in (select id::text from (${appointmentsOfOthers}) a)`,
}
