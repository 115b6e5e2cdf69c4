import { sql } from 'kysely'
import type { ContactCar, ContactPage, SamePerson } from '../../../contract/contacts/contacts.ts'
import { actingPersonOf } from '../../../contract/identity/acting-person.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import { getContact, isKnown, type ContactRow } from '../../contacts/find-contact.ts'
import { isUpcoming } from '../../booking/appointment-conditions.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { ShopScope } from '../../identity/sessions/shop-scope.ts'
import { selectListed, toListed, type ListedRow } from '../listed-appointment.ts'

const mostPast = 100
const mostSame = 5

/**
 * All that a shop knows about a person. Refuses a missing contact and one out of scope alike as `not_found`;
 * of a merged one it shows the contact that was kept.
 */
export async function getContactPage(context: Context, scope: ShopScope, id: string): Promise<ContactPage> {
  const { db } = context.database
  const now = context.clock.now()
  const contact = await getContact(db, scope, id)
  const shop = await db
    .selectFrom('shops')
    .select(['business_name', 'time_zone'])
    .where('id', '=', contact.shop_id)
    .executeTakeFirstOrThrow()
  const { upcoming, past } = await readVisits(db, scope, contact, now)
  return {
    id: contact.id,
    shopId: contact.shop_id,
    shopName: shop.business_name,
    timeZone: shop.time_zone,
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    hasAccount: contact.user_id !== null,
    createdAt: contact.created_at.toISOString(),
    upcoming: upcoming.map((row) => toListed(row, now)),
    past: past.map((row) => toListed(row, now)),
    cars: carsOf([...upcoming, ...past], await readTypedCars(db, contact)),
    notes: await readNotes(db, contact),
    ...(await readTotals(db, contact, now)),
    samePerson: await findSamePerson(db, contact),
    merges: await readMerges(db, contact),
  }
}

async function readVisits(db: Queryable, scope: ShopScope, { id }: ContactRow, now: number) {
  const visits = selectListed(db, scope).where('a.contact_id', '=', id)
  return {
    upcoming: await visits.where(isUpcoming(now)).orderBy('a.starts_at').orderBy('a.id').execute(),
    past: await visits
      .where(sql<boolean>`not ${isUpcoming(now)}`)
      .orderBy('a.starts_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(mostPast)
      .execute(),
  }
}

async function readTypedCars(db: Queryable, contact: ContactRow): Promise<ContactCar[]> {
  const rows = await db
    .selectFrom('contact_vehicles')
    .select(['id', 'vehicle_year', 'vehicle_make', 'vehicle_model', 'vehicle_vin'])
    .where('shop_id', '=', contact.shop_id)
    .where('contact_id', '=', contact.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...vehicleOf(row), id: row.id }))
}

const keyOf = ({ year, make, model, vin }: ContactCar) => vin ?? `${year} ${make} ${model}`.toLowerCase()

/** Every car once, those of the visits first. */
function carsOf(visits: readonly ListedRow[], typed: readonly ContactCar[]): ContactCar[] {
  const cars = new Map<string, ContactCar>()
  for (const car of [...visits.map((row) => ({ ...vehicleOf(row), id: null })), ...typed]) {
    if (!cars.has(keyOf(car))) cars.set(keyOf(car), car)
  }
  return [...cars.values()]
}

/** The newest notes that a page shows. */
const mostNotes = 200

async function readNotes(db: Queryable, contact: ContactRow): Promise<ContactPage['notes']> {
  const rows = await db
    .selectFrom('contact_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.written_at', 'u.name', 'u.role'])
    .where('n.shop_id', '=', contact.shop_id)
    .where('n.contact_id', '=', contact.id)
    .orderBy('n.id', 'desc')
    .limit(mostNotes)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    writtenAt: row.written_at.toISOString(),
    by: actingPersonOf(row),
  }))
}

type Totals = ContactPage['money'] & ContactPage['counts']
const noTotals: Totals = {
  chargedCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  heldCents: 0,
  upcoming: 0,
  completed: 0,
  cancelled: 0,
}

async function readTotals(
  db: Queryable,
  { id }: ContactRow,
  now: number,
): Promise<Pick<ContactPage, 'money' | 'counts'>> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(h.captured), 0)::integer as "chargedCents",
        coalesce(sum(h.refunded), 0)::integer as "refundedCents",
        coalesce(sum(d.disputed), 0)::integer as "disputedCents",
        coalesce(sum(h.held), 0)::integer as "heldCents",
        count(*) filter (where ${isUpcoming(now)})::integer as upcoming,
        count(*) filter (where a.state = 'completed')::integer as completed,
        count(*) filter (where a.state = 'cancelled')::integer as cancelled
      from appointments a
      left join lateral (
        select sum(captured_cents) filter (where purpose <> 'duplicate') as captured,
            sum(refunded_cents) filter (where purpose <> 'duplicate') as refunded,
            max(amount_cents) filter (where status in ('live', 'capturing')) as held
          from holds where appointment_id = a.id) h on true
      left join lateral (
        select sum(case movement when 'dispute_withdrawn' then amount_cents else -amount_cents end) as disputed
          from ledger where appointment_id = a.id and movement in ('dispute_withdrawn', 'dispute_reinstated')) d on true
      where a.contact_id = ${id} and a.state <> 'released'`.execute(db)
  const { chargedCents, refundedCents, disputedCents, heldCents, ...counts } = rows[0] ?? noTotals
  return { money: { chargedCents, refundedCents, disputedCents, heldCents }, counts }
}

/** Other contacts of the shop with the same phone or email, or the same name in other letters. */
async function findSamePerson(db: Queryable, contact: ContactRow): Promise<SamePerson[]> {
  const { rows } = await sql<SamePerson>`
    with same as (
      select id, 'phone' as field from contacts
        where shop_id = ${contact.shop_id} and merged_into is null and phone = ${contact.phone}
      union
      select id, 'email' from contacts
        where shop_id = ${contact.shop_id} and merged_into is null and lower(email) = lower(${contact.email})
      union
      select id, 'name' from contacts
        where shop_id = ${contact.shop_id} and merged_into is null
          and left(find_text, 60) like ${sql`left(replace(replace(findable(${contact.name}), '%', '\\%'), '_', '\\_'), 50) || '%'`}
          and findable(name) = findable(${contact.name}))
    select c.id, c.name, c.phone, c.email, array_agg(same.field order by same.field desc) as same,
        (select count(*)::integer from appointments a where a.contact_id = c.id and a.state <> 'released') as appointments
      from same join contacts c on c.id = same.id and c.shop_id = ${contact.shop_id}
      where c.id <> ${contact.id} and ${isKnown}
      group by c.id, c.name, c.phone, c.email order by count(*) desc, c.name, c.id limit ${mostSame}`.execute(
    db,
  )
  return rows
}

async function readMerges(db: Queryable, contact: ContactRow): Promise<ContactPage['merges']> {
  const rows = await db
    .selectFrom('contact_merges as m')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.shop_id', '=', 'm.shop_id').onRef('c.id', '=', 'm.merged_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.merged_by')
    .select(['m.id', 'm.merged_at', 'c.name as merged_name', 'u.name', 'u.role'])
    .where('m.shop_id', '=', contact.shop_id)
    .where('m.kept_id', '=', contact.id)
    .where('m.undone_at', 'is', null)
    .orderBy('m.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.merged_name,
    mergedAt: row.merged_at.toISOString(),
    by: actingPersonOf(row),
  }))
}
