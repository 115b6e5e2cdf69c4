import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { accountEmail } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Place } from '../../contract/shops/geocoding.ts'
import type { ShopChange, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import { brokenConstraint } from '../database/database-errors.ts'
import type { Queryable } from '../database/open-database.ts'
import { addressLookUps } from '../identity/limits/network-limits.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changedTerms } from './cancellation-terms.ts'
import { locate } from './geocode.ts'
import { changeWithAudit, getOwnShop, type ShopRow } from './own-shop.ts'
import { requestShopChange } from './request-shop-change.ts'
import { applyPlace, columnsOfPlace, type MailCustomers, type NewPlace } from './shop-place.ts'
import { changedFacts } from './shop-facts.ts'
import { getShopSettings } from './shop-settings.ts'
import { findTimeZone, timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

/** Every request is a mail to each administrator. */
const requestLimit = { windowSeconds: 3600, max: 10 }

/**
 * Changes the given fields of a shop; its appointments stay as they are. Its facts for customers apply at
 * once. A new address is geocoded, and the time zone follows unless one is given as well. A new name or
 * address of a shop that was approved waits for an administrator, unless one sends it; a shop may ask ten
 * times an hour. Refuses a missing and a foreign shop alike as `not_found`. Refuses without any change as
 * `address_not_found`, `time_zone_unknown`, `text_number_taken`, `not_allowed` for a number of texts that no
 * administrator sends, or `time_zone_in_use` if the new zone would change the local time of a future
 * appointment.
 */
export async function changeShop(
  context: Context,
  actor: Actor,
  shopId: number,
  { input, network }: { input: ShopChange; network: string },
  mailCustomers: MailCustomers,
): Promise<ShopSettings> {
  const { db } = context.database
  const known = await getOwnShop(db, actor.scope, shopId)
  const givenZone =
    input.timeZone === undefined
      ? undefined
      : ((await findTimeZone(db, input.timeZone)) ?? refuse('time_zone_unknown', { field: 'timeZone' }))
  const decides = isAllowed(actor.role, 'shop.changeStatus')
  if (input.textNumber !== undefined && !decides) refuse('not_allowed', { field: 'textNumber' })
  const isRenamed = input.businessName !== undefined && input.businessName !== known.business_name
  const isMoved = input.address !== undefined && input.address !== known.address
  if (known.ever_approved && !decides && (isRenamed || isMoved))
    await consumeRateLimit(context, `shop-change:${shopId}`, requestLimit)
  const move = await findMove(context, network, known, input.address)
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const timeZone = givenZone ?? (move && (await zoneAfter(tx, shop, move)))
    const place: NewPlace = {
      ...(input.businessName === undefined ? {} : { business_name: input.businessName }),
      ...move,
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    }
    const now =
      shop.ever_approved && !decides
        ? await requestShopChange(tx, context, shop, { place, address: input.address, actorId: actor.id })
        : place
    await applyPlace(tx, context, shop, { place: now, actorId: actor.id, mailCustomers })
    if (input.businessHours) await putWeek(tx, shopId, input.businessHours)
    const facts = {
      ...changedFacts(input),
      ...changedContact(input),
      ...(input.weekStartsOn && { week_starts_on: input.weekStartsOn }),
      ...changedTextNumber(input),
      ...changedTerms(input.cancellation),
    }
    if (Object.keys(facts).length > 0)
      await tx
        .updateTable('shops')
        .set(facts)
        .where('id', '=', shopId)
        .execute()
        .catch((error: unknown) => {
          if (brokenConstraint(error) === 'shops_text_number')
            refuse('text_number_taken', { field: 'textNumber' })
          throw error
        })
  })
  context.triggerJob('notifications.send-outbox')
  return getShopSettings(context, actor, shopId)
}

/** The column of a given contact email; an empty one removes it. */
function changedContact({ contactEmail }: ShopChange): { contact_email?: string | null } {
  return contactEmail === undefined ? {} : { contact_email: accountEmail(contactEmail) || null }
}

/** The column of a given number for texts, in E.164; an empty one removes it. */
function changedTextNumber({ textNumber }: ShopChange): { text_number?: string | null } {
  if (textNumber === undefined) return {}
  const digits = usPhoneDigits(textNumber)
  return { text_number: digits === null ? null : `+1${digits}` }
}

/** An address with its coordinates; null coordinates if geocoding was unavailable. */
type Move = { address: string } & ReturnType<typeof columnsOfPlace>

/** Returns the new location; undefined if the address is unchanged and already has coordinates. */
async function findMove(
  context: Context,
  network: string,
  known: ShopRow,
  address: string | undefined,
): Promise<Move | undefined> {
  if (address === undefined || (address === known.address && known.latitude !== null)) return undefined
  const located = await locate(context, network, address)
  if (located === 'not_found') return refuse('address_not_found', { field: 'address' })
  if (located === 'spent')
    return refuse('too_many_requests', { retryAfterSeconds: addressLookUps(context).windowSeconds })
  return { address, ...columnsOfPlace(located === 'unavailable' ? null : located) }
}

type Coordinates = Pick<ShopRow, 'latitude' | 'longitude'>

function placeOf({ latitude, longitude }: Coordinates): Pick<Place, 'latitude' | 'longitude'> | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/**
 * Returns the time zone of a move. A manually set zone stays while the shop moves within the zone of its
 * coordinates.
 */
async function zoneAfter(tx: Queryable, shop: ShopRow, move: Move): Promise<string | undefined> {
  const place = placeOf(move)
  if (!place) return undefined
  const [before, after] = [await timeZoneAt(tx, placeOf(shop)), await timeZoneAt(tx, place)]
  return before === after ? undefined : after
}
