import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  ReferenceNode,
  sql,
  UpdateQueryNode,
  WhereNode,
  type KyselyPlugin,
  type OperationNode,
} from 'kysely'
import type { AppProcess } from '../support/start-world.ts'
import { askWithPlugin } from './ask-with-plugin.ts'

/** Takes `for update` out of every question, and "where it is still of that status" out of every update. */
const forgetsGuards: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind === 'SelectQueryNode') return { ...node, endModifiers: [] }
    if (!UpdateQueryNode.is(node) || !node.where) return node
    const where = withoutStatus(node.where.where)
    return { ...node, where: where && WhereNode.create(where) } as UpdateQueryNode
  },
  transformResult: async ({ result }) => result,
}

function withoutStatus(condition: OperationNode): OperationNode | undefined {
  if (AndNode.is(condition)) {
    const [left, right] = [withoutStatus(condition.left), withoutStatus(condition.right)]
    return left && right ? AndNode.create(left, right) : (left ?? right)
  }
  if (!BinaryOperationNode.is(condition) || !ReferenceNode.is(condition.leftOperand)) return condition
  const { column } = condition.leftOperand
  return ColumnNode.is(column) && column.column.name === 'status' ? undefined : condition
}

/**
 * Removes what decides races between the holds of one appointment: the lock on its row, the two unique indexes behind that, and
 * the guard in each update of a hold.
 */
export async function removeRaceGuards(processes: readonly AppProcess[]): Promise<void> {
  for (const { context } of processes) askWithPlugin(context.database, forgetsGuards)
  const [first] = processes
  if (!first) return
  await sql`drop index holds_one_in_force`.execute(first.context.database.db)
  await sql`drop index holds_one_asked_for`.execute(first.context.database.db)
}
