import { notesOfJob } from '../../../contract/limits.ts'
import type { NewWorkNote } from '../../../contract/workshop/work-order.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockWork } from '../lock-work.ts'
import { requireInserted, requireSame } from './count-once.ts'

/**
 * Writes a note about a job. The same one again changes nothing. Refuses as `lockWork` does, the id of
 * another note as `request_changed`, and as `too_many_notes` beyond `notesOfJob`.
 */
export async function addWorkNote(
  context: Context,
  actor: Actor,
  id: string,
  note: NewWorkNote,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    const known = await tx
      .selectFrom('work_notes')
      .select(['appointment_id', 'kind', 'body'])
      .where('shop_id', '=', work.shop_id)
      .where('id', '=', note.id)
      .executeTakeFirst()
    if (known) return requireSame(known, { appointment_id: id, kind: note.kind, body: note.body })
    const { count } = await tx
      .selectFrom('work_notes')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('shop_id', '=', work.shop_id)
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= notesOfJob) refuse('too_many_notes')
    const inserted = await tx
      .insertInto('work_notes')
      .values({
        shop_id: work.shop_id,
        id: note.id,
        appointment_id: id,
        kind: note.kind,
        body: note.body,
        written_at: new Date(context.clock.now()),
        author_id: actor.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    requireInserted(inserted)
  })
}
