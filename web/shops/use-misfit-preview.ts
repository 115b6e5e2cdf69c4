import { useState } from 'react'
import type { Misfit, PlannedShopChange } from '../../contract/admin/attention.ts'
import { call, CallError } from '../api/client.ts'
import { shopParams } from './shop-settings.ts'

/**
 * Asks before a change that appointments would not fit. `before` runs the change at once when every
 * appointment still fits, or when that cannot be told; otherwise `asking` holds the appointments until
 * `confirm` or `cancel`.
 */
export function useMisfitPreview(shopId: number) {
  const [asking, setAsking] = useState<readonly Misfit[] | null>(null)
  const [answer, setAnswer] = useState<((goOn: boolean) => void) | null>(null)

  const before = async (plan: PlannedShopChange, change: () => Promise<boolean>): Promise<boolean> => {
    const misfits = await preview(shopId, plan)
    if (misfits.length > 0) {
      setAsking(misfits)
      const goesOn = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(null)
      setAsking(null)
      if (!goesOn) return false
    }
    return change()
  }
  return { asking, before, confirm: () => answer?.(true), cancel: () => answer?.(false) }
}

async function preview(shopId: number, body: PlannedShopChange): Promise<readonly Misfit[]> {
  try {
    return await call('admin.previewMisfits', { params: shopParams(shopId), body })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The change itself answers with its own error, and lists what no longer fits afterwards.
    return []
  }
}
