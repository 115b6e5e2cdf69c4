import { expect } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import type { MoneyWorld } from './money.ts'

/** Stops a world whose ledger and provider must agree, with nothing under way. */
export async function stopReconciled(world: MoneyWorld): Promise<void> {
  const { differences, underWay } = await reconcile(world.context)
  await world.stop()
  expect([differences, underWay]).toEqual([[], 0])
}
