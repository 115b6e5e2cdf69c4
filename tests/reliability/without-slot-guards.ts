import type { Pool } from 'pg'
import type { AppProcess } from '../support/start-world.ts'
import { askOtherwise } from './ask-otherwise.ts'

/** Removes the constraints that keep two appointments out of one bay at one time. */
export async function removeBayConstraint(pool: Pool): Promise<void> {
  await pool.query('alter table appointments drop constraint appointments_bay_is_free')
  await pool.query('alter table bay_times drop constraint bay_times_are_free')
}

/**
 * Removes the shop row lock: a function returns copies of the row, and locking a copy blocks no transaction.
 * Shops can still be changed, in the table behind it.
 */
export async function removeShopTurn(pool: Pool): Promise<void> {
  await pool.query(`
    alter table shops rename to shops_locked;
    create function copy_shops() returns setof shops_locked language plpgsql as
      'begin return query select * from shops_locked; end';
    create view shops as select * from copy_shops();
    create function change_shops() returns trigger language plpgsql as
      'begin update shops_locked set status = new.status where id = new.id; return new; end';
    create trigger change_shops instead of update on shops for each row execute function change_shops()`)
}

/**
 * Makes free times read appointments of other states than those that take room, until the returned function
 * is called.
 */
export function misreadStates(processes: readonly AppProcess[], states: string): () => void {
  const misread = (text: string) =>
    text.replace(`a.state in ('claimed', 'booked', 'completed')`, `a.state in (${states})`)
  const restores = processes.map(({ context }) => askOtherwise(context.database, misread))
  return () => restores.forEach((restore) => restore())
}
