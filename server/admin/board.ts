import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type * as z from 'zod/mini'
import type { Board, boardQuery } from '../../contract/admin/board.ts'

/** Finds. */
export async function findBoard(
  context: Context,
  actor: User,
  query: z.infer<typeof boardQuery>,
): Promise<Board> {
  void [context, actor, query]
  return refuse('unavailable')
}
