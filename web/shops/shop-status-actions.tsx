import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import { call, CallError } from '../api/client.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { shopParams } from './shop-settings.ts'

type Decided = Pick<ManagedShop, 'id' | 'businessName' | 'status'> & {
  /** Booked appointments that have not ended; null while unknown. */
  upcoming: number | null
}

/** Approves or suspends a shop, with a toast for the outcome. */
function useShopStatus({ id, businessName }: Decided) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (status: 'approved' | 'suspended'): Promise<boolean> => {
    setProblem(null)
    try {
      await call('shops.changeStatus', { params: shopParams(id), body: { status } })
      await queries.invalidateQueries()
      toast(
        status === 'approved'
          ? { title: 'Shop approved', description: `Customers can choose ${businessName} now.` }
          : { title: 'Shop suspended', description: `${businessName} takes no new appointments.` },
      )
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      showErrorToast(error, error.message)
      return false
    }
  }
  const change = async (status: 'approved' | 'suspended') => (await run(() => send(status))) ?? false
  return { busy, problem, forget: () => setProblem(null), change }
}

/** The buttons that approve a shop or, after a confirmation, suspend it. */
export function ShopStatusActions({ shop }: { shop: Decided }) {
  const { busy, problem, forget, change } = useShopStatus(shop)
  const [asking, setAsking] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const suspend = async () => {
    if (await change('suspended')) setAsking(false)
  }
  const close = () => {
    if (busy) return
    setAsking(false)
    forget()
  }
  const named = <span className="sr-only"> {shop.businessName}</span>
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap">
      {shop.status !== 'approved' && (
        <Button
          size="small"
          busy={busy && !asking}
          busyText="Approving..."
          onClick={() => void change('approved')}
        >
          {shop.status === 'pending' ? 'Approve' : 'Approve again'}
          {named}
        </Button>
      )}
      {shop.status !== 'suspended' && (
        <Button variant="secondary" size="small" disabled={busy} onClick={() => setAsking(true)}>
          Suspend{named}
        </Button>
      )}
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title={
          <>
            Suspend <bdi>{shop.businessName}</bdi>?
          </>
        }
        initialFocus={keepButton}
        footer={
          <>
            <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
              Keep it as it is
            </Button>
            <Button variant="danger" busy={busy} busyText="Suspending..." onClick={() => void suspend()}>
              Suspend shop
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>
            {shop.status === 'approved'
              ? 'It leaves the location list, and nobody can book or move an appointment there.'
              : 'It stays out of the location list.'}{' '}
            {standing(shop.upcoming)} It is told by email, and you can approve it again.
          </p>
          {problem !== null && <Alert tone="bad">{problem}</Alert>}
        </div>
      </Dialog>
    </div>
  )
}

function standing(upcoming: number | null): string {
  if (upcoming === null) return 'Its appointments stand.'
  if (upcoming === 0) return 'It has no upcoming appointments.'
  return upcoming === 1 ? 'Its upcoming appointment stands.' : `Its ${upcoming} upcoming appointments stand.`
}
