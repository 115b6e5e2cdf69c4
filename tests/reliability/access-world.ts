import { createHmac, randomUUID } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import type { Role, ShopRole } from '../../contract/identity/roles.ts'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { putPayoutDetail } from '../../server/shops/payout-rows.ts'
import { goodPassword, usualWeek } from '../support/people.ts'
import { insertReview } from '../support/reviews.ts'
import type { World } from '../support/start-world.ts'

/** The callers with an account. */
export const people = {
  customer: { role: 'customer' },
  stranger: { role: 'customer' },
  disabledCustomer: { role: 'customer', disabled: true },
  pendingShop: { role: 'shop', status: 'pending' },
  approvedShop: { role: 'shop', status: 'approved' },
  suspendedShop: { role: 'shop', status: 'suspended' },
  foreignShop: { role: 'shop', status: 'approved' },
  bareShop: { role: 'shop', status: 'approved', bare: true },
  secondOwner: { role: 'customer', works: { at: 'approvedShop', as: 'owner' } },
  desk: { role: 'customer', works: { at: 'approvedShop', as: 'desk' } },
  technician: { role: 'customer', works: { at: 'approvedShop', as: 'technician' } },
  administrator: { role: 'administrator' },
  bareAdministrator: { role: 'administrator', bare: true },
  disabledAdministrator: { role: 'administrator', disabled: true },
  unknownRole: { role: 'unknown' },
} as const satisfies Record<string, Person>
/** `bare`: without the second factor that the installation requires. `works`: a role at another's shop. */
type Person = {
  role: Role | 'unknown'
  status?: string
  disabled?: true
  bare?: true
  works?: { at: 'approvedShop'; as: ShopRole }
}
export type Somebody = keyof typeof people
export const personOf = (who: Somebody): Person => people[who]

/** The things of one account: the targets that it requests as its own. */
export type Things = {
  appointment: string
  mail: string
  /** From a phone without an appointment. */
  text: string
  review: string
  customer: string
  shop: number
  closure: number
  contact: string
  bay: number
  member: string
  invitation: string
  job: string
  session: string
  passkey: string
  address: string
}

/** A text that only these readers may receive. */
export type Secret = { text: string; readers: ReadonlySet<Somebody> }

export type Fixture = {
  world: World
  cookies: Record<Somebody | 'forgedCookie' | 'expiredSession', string>
  /** Things that no cell ends. */
  things: Record<Somebody, Things>
  secrets: readonly Secret[]
  /** Creates a session, passkey or closure for a call that ends it. */
  makeSession(who: Somebody): Promise<{ id: string; cookie: string }>
  makePasskey(who: Somebody): Promise<string>
  /** Reopens the sessions among `things` that permitted calls ended. */
  renewSessions(): Promise<void>
  makeClosure(shopId: number): Promise<number>
  /** A technician of a shop, without a session. */
  makeMember(shopId: number): Promise<string>
  /** A typed car of a contact, or the earlier one of two merges into it. */
  makePart(part: 'car' | 'merge', contactId: string): Promise<string>
  /** A booked appointment of today, in a bay of its own. */
  makeJob(shopId: number): Promise<string>
}

const day = 86_400_000

/**
 * A world with every kind of caller, written straight into the tables, since only permissions matter here.
 */
export async function openAccessFixture(world: World): Promise<Fixture> {
  const { context } = world
  const { pool } = context.database
  const insert = async <Id>(sql: string, values: unknown[]): Promise<Id> =>
    (await pool.query<{ id: Id }>(`${sql} returning id`, values)).rows[0]?.id as Id
  const { password } = await identityProvider(context).$context
  const hash = await password.hash(goodPassword)
  const recoveryCodes = await symmetricEncrypt({ key: context.secrets.sessionSecret, data: '["aaaa-bbbb"]' })
  const prefix = context.config.publicUrl.startsWith('https:') ? '__Secure-' : ''
  const cookieOf = (token: string, secret = context.secrets.sessionSecret): string => {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `${prefix}dashfit.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  }
  const addSession = async (who: Somebody, { lasts = 7 * day, userAgent = null as string | null } = {}) => {
    const [id, token] = [randomUUID(), randomUUID()]
    await insert(
      'insert into sessions (id, user_id, token, expires_at, user_agent) values ($1, $2, $3, $4, $5)',
      [id, who, token, new Date(Date.now() + lasts), userAgent],
    )
    return { id, token, cookie: cookieOf(token) }
  }
  const makePasskey = (who: Somebody) =>
    insert<string>(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
        values ($1, $2, 'Key of ${who}', 'none', $1, 0, 'singleDevice', false)`,
      [randomUUID(), who],
    )
  const makeClosure = (shopId: number) =>
    insert<number>(
      `insert into shop_closures (shop_id, first_day, last_day, reason) values ($1, '2030-12-25', '2030-12-25', 'Feast')`,
      [shopId],
    )
  const makeMember = async (shopId: number) => {
    const id = await insert<string>(
      `insert into users (id, name, email, email_verified) values ($1, 'Member', $2, true)`,
      [`member-${randomUUID()}`, `${randomUUID()}@example.test`],
    )
    await addMember(id, shopId, 'technician')
    return id
  }
  const makeInvitation = (shopId: number) =>
    insert<string>(
      `insert into shop_invitations (id, shop_id, email, role, token_digest, invited_by, invited_at, expires_at)
        values ($1, $2, $3, 'desk', '\\x00', 'bystander', now(), now() + interval '7 days')`,
      [randomUUID(), shopId, `${randomUUID()}@example.test`],
    )
  const makeJob = async (shopId: number) => {
    const bay = await insert<number>(`insert into bays (shop_id, name) values ($1, $2)`, [
      shopId,
      randomUUID(),
    ])
    return insert<string>(
      `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
        customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
        values ($1, $2, $3, 'bystander', 1, 49900, $4::timestamptz, $4::timestamptz + interval '3 hours', 'booked',
          'Bystander', 'job@example.test', '6265550142', 2013, 'BMW', 'X5', now())`,
      [randomUUID(), shopId, bay, new Date(context.clock.now())],
    )
  }
  const makePart = async (part: 'car' | 'merge', contactId: string): Promise<string> => {
    if (part === 'car')
      return String(
        await insert<number>(
          `insert into contact_vehicles (shop_id, contact_id, vehicle_year, vehicle_make, vehicle_model, added_at)
            select shop_id, id, 2018, 'Honda', 'Civic', now() from contacts where id = $1`,
          [contactId],
        ),
      )
    await makeMerge(contactId, 1)
    return makeMerge(contactId, 0)
  }
  const makeMerge = async (contactId: string, minutes: number): Promise<string> => {
    const merged = randomUUID()
    await pool.query(
      `insert into contacts (id, shop_id, name, merged_into, created_at)
        select $2, shop_id, 'Merged', id, now() from contacts where id = $1`,
      [contactId, merged],
    )
    return insert<string>(
      `insert into contact_merges (id, shop_id, kept_id, merged_id, moved_appointments, moved_notes, moved_vehicles,
          name_before, name_after, merged_at, merged_by)
        select $2, shop_id, id, $3, '{}', '{}', '{}', name, name, now() + $4 * interval '1 minute',
          'bystander' from contacts where id = $1`,
      // The product's ids rise with time.
      [contactId, `${minutes}${randomUUID().slice(1)}`, merged, minutes],
    )
  }
  const addUser = (id: string, person: Person) => {
    const { role, bare, disabled } = person
    return insert(
      `insert into users (id, name, email, email_verified, role, two_factor_enabled, disabled_at)
        values ($1, 'Somebody', $2, true, $3, $4, $5)`,
      [id, addressOf(id), role, isStaff(person) && !bare, disabled ? new Date() : null],
    )
  }

  const secrets: Secret[] = []
  const cookies: Record<string, string> = {}
  const things: Record<string, Things> = {}

  const addContact = async (who: Somebody, shopId: number) => {
    const name = `Private-contact-${who}-${randomUUID()}`
    secrets.push({ text: name, readers: readersOf(who, ['owner', 'desk']) })
    return insert<string>(
      `insert into contacts (id, shop_id, name, created_at, created_by) values ($1, $2, $3, now(), $4)`,
      [randomUUID(), shopId, name, who],
    )
  }
  const addShop = async (who: Somebody, status: string) => {
    const id = await insert<number>(
      `insert into shops (owner_id, business_name, address, time_zone, status, ever_approved, payout_method)
        values ($1, 'Garage', '1 Garage Lane', 'America/Los_Angeles', $2, $2 <> 'pending', 'Venmo')`,
      [who, status],
    )
    for (const [index, hours] of Object.values(usualWeek).entries())
      await pool.query('insert into shop_hours values ($1, $2, $3, $4, $5)', [
        id,
        index + 1,
        hours.isOpen,
        hours.open,
        hours.close,
      ])
    const detail = `${who}-zq${secrets.length}v`
    await putPayoutDetail(context.database.db, context.secrets.payoutKeys, {
      shopId: id,
      field: 'username',
      value: detail,
    })
    secrets.push({ text: `"username":"${detail.slice(-4)}"`, readers: readersOf(who, ['owner']) })
    const bay = await insert<number>(`insert into bays (shop_id, name) values ($1, 'Bay 1')`, [id])
    await addMember('bystander', id, 'technician')
    return {
      shop: id,
      bay,
      closure: await makeClosure(id),
      contact: await addContact(who, id),
      member: await makeMember(id),
      invitation: await makeInvitation(id),
      job: await makeJob(id),
    }
  }
  /** One booked, for the lists, and one cancelled, whose answer stays the same after each change. */
  const addAppointments = async (who: Somebody, { shop, bay }: { shop: number; bay: number }) => {
    const name = `Private-${who}-${randomUUID()}`
    const phone = `62655${String(10_000 + secrets.length)}`
    secrets.push({ text: name, readers: readersOf(who, ['owner', 'desk', 'technician']) })
    secrets.push({ text: phone, readers: readersOf(who, ['owner', 'desk']) })
    const customerId = personOf(who).role === 'customer' ? who : 'bystander'
    const ids: string[] = []
    for (const [state, hours] of [
      ['booked', 1],
      ['cancelled', 240],
    ] as const) {
      const startsAt = new Date(context.clock.now() + hours * 3_600_000)
      ids.push(
        await insert<string>(
          `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
            customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
            values ($1, $2, $3, $4, 1, 49900, $5::timestamptz, $5::timestamptz + interval '3 hours', $6, $7, 'receipt@example.test',
              $8, 2013, 'BMW', 'X5', now())`,
          [randomUUID(), shop, bay, customerId, startsAt, state, name, phone],
        ),
      )
    }
    return ids[1] ?? ''
  }
  const addMail = (appointmentId: string) =>
    insert<string>(
      `insert into outbox (id, kind, recipient, payload, created_at, due_at, given_up_at)
        values ($1, 'note', 'receipt@example.test', $2, now(), now(), now())`,
      [randomUUID(), JSON.stringify({ appointmentId, sequence: 0 })],
    )

  const addText = (shopId: number) =>
    insert<string>(
      `insert into texts (id, shop_id, phone, direction, kind, body, state, created_at, due_at)
        values ($1, $2, '6265550199', 'in', 'reply', 'Hello', 'received', now(), now())`,
      [randomUUID(), shopId],
    )

  const addBay = (who: Somebody) =>
    insert<number>(`insert into bays (shop_id, name) values (5, $1)`, [`Bay of ${who}`])
  const addMember = (who: string, shop: number | undefined, role: ShopRole) =>
    pool.query('insert into shop_members (shop_id, user_id, role) values ($1, $2, $3)', [shop, who, role])

  // Simulates a later version, whose migration knows more roles than this version's code.
  await pool.query('alter table users drop constraint users_role_check')
  await addUser('bystander', { role: 'customer' })
  for (const who of Object.keys(people) as Somebody[]) {
    const person = personOf(who)
    await addUser(who, person)
    await pool.query(
      `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $1, 'credential', $1, $2)`,
      [who, hash],
    )
    if (isStaff(person) && !person.bare)
      await pool.query(
        `insert into two_factors (id, user_id, secret, backup_codes) values ($1, $1, 'none', $2)`,
        [who, recoveryCodes],
      )
    const session = await addSession(who)
    cookies[who] = session.cookie
    // A shop has a garage of its own; customers share the built-in one, each in one bay.
    const place =
      person.role === 'shop'
        ? await addShop(who, person.status ?? 'approved')
        : { shop: 5, bay: await addBay(who), closure: 0, contact: '', member: '', invitation: '', job: '' }
    const takesPart = person.disabled !== true && (person.role === 'customer' || person.role === 'shop')
    if (person.works) await addMember(who, things[person.works.at]?.shop, person.works.as)
    const appointment = takesPart ? await addAppointments(who, place) : ''
    things[who] = {
      ...place,
      appointment,
      customer: who,
      mail: takesPart ? await addMail(appointment) : '',
      text: takesPart ? await addText(place.shop) : '',
      review: takesPart && person.role === 'customer' ? await insertReview(pool, { customerId: who }) : '',
      session: (await addSession(who)).id,
      passkey: person.disabled ? '' : await makePasskey(who),
      address: addressOf(who),
    }
    secrets.push({ text: addressOf(who), readers: readersOfAddress(who) })
  }
  const expired = await addSession('administrator', { lasts: -1000 })
  const sound = await addSession('administrator')
  cookies['expiredSession'] = expired.cookie
  cookies['forgedCookie'] = cookieOf(sound.token, 'a secret that is not ours')
  return {
    world,
    cookies,
    things,
    secrets,
    makeSession: (who) => addSession(who, { userAgent: 'made to be ended' }),
    makePasskey,
    makeClosure,
    makeMember,
    makeJob,
    makePart,
    renewSessions: async () => {
      for (const [who, { session }] of Object.entries(things))
        await pool.query(
          `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $1, now() + interval '1 day') on conflict do nothing`,
          [session, who],
        )
    },
  }
}

const isStaff = ({ role, works }: Person) => role !== 'customer' || works !== undefined

/** The colleagues of an account at its shop, in these roles there. */
function colleaguesOf(who: Somebody, as: readonly ShopRole[]): Somebody[] {
  return (Object.keys(people) as Somebody[]).filter((each) => {
    const { works } = personOf(each)
    return works?.at === who && as.includes(works.as)
  })
}

/** The readers of a shop's data: its owner, colleagues in these roles, administrators. None is `bare`. */
function readersOf(who: Somebody, as: readonly ShopRole[]): ReadonlySet<Somebody> {
  return new Set<Somebody>([...(personOf(who).bare ? [] : [who]), ...colleaguesOf(who, as), 'administrator'])
}

/** The desk sees the owner's address, owners see that of everybody at their shop. */
function readersOfAddress(who: Somebody): ReadonlySet<Somebody> {
  const { works } = personOf(who)
  if (works) return new Set<Somebody>([who, works.at, ...colleaguesOf(works.at, ['owner']), 'administrator'])
  return new Set<Somebody>([who, ...colleaguesOf(who, ['owner', 'desk']), 'administrator'])
}

/** None of them contains another. */
function addressOf(who: string): string {
  return `of-${who.toLowerCase()}@private.test`
}
