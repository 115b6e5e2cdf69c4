import type * as z from 'zod/mini'
import type { newCar } from '../../contract/contacts/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockContact } from './find-contact.ts'

/** Writes a note about a contact. */
export async function addNote(
  { database, clock }: Context,
  actor: Actor,
  id: string,
  text: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const contact = await lockContact(tx, actor.scope, id)
    await tx
      .insertInto('contact_notes')
      .values({
        shop_id: contact.shop_id,
        contact_id: contact.id,
        text,
        author_id: actor.id,
        written_at: new Date(clock.now()),
      })
      .execute()
  })
}

/** Adds a car that the shop typed. It may be one that no package is sold for. */
export async function addCar(
  { database, clock }: Context,
  actor: Actor,
  id: string,
  { year, make, model, vin }: z.output<typeof newCar>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const contact = await lockContact(tx, actor.scope, id)
    await tx
      .insertInto('contact_vehicles')
      .values({
        shop_id: contact.shop_id,
        contact_id: contact.id,
        vehicle_year: Number(year),
        vehicle_make: make,
        vehicle_model: model,
        vehicle_vin: vin ? vin.toUpperCase() : null,
        added_at: new Date(clock.now()),
        added_by: actor.id,
      })
      .execute()
  })
}

/** Removes a car that the shop typed. Refuses a missing one as `not_found`. */
export async function removeCar(
  { database }: Context,
  actor: Actor,
  id: string,
  carId: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const contact = await lockContact(tx, actor.scope, id)
    const removed = await tx
      .deleteFrom('contact_vehicles')
      .where('shop_id', '=', contact.shop_id)
      .where('contact_id', '=', contact.id)
      .where('id', '=', carId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) refuse('not_found')
  })
}
