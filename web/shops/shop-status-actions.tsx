import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ManagedShop, ShopSettings, ShopStatusChange } from '../../contract/shops/shop-settings.ts'
import { call, CallError } from '../api/client.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { approvalNotes } from './approval-notes.ts'
import { shopParams } from './shop-settings.ts'
import { keptSentence, upcomingSentence } from './suspension-words.ts'

type Decision = ShopStatusChange['status']

const done: Record<Decision, (name: string) => { title: string; description: string }> = {
  approved: (name) => ({ title: 'Shop approved', description: `Customers can choose ${name} now.` }),
  suspended: (name) => ({ title: 'Shop suspended', description: `${name} takes no new appointments.` }),
  rejected: (name) => ({ title: 'Shop rejected', description: `We’re emailing ${name} the reason.` }),
}

/** Approves, rejects or suspends a shop, with a toast for the outcome. */
function useShopStatus({ id, businessName }: ShopSettings) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (body: ShopStatusChange): Promise<boolean> => {
    setProblem(null)
    try {
      await call('shops.changeStatus', { params: shopParams(id), body })
      await queries.invalidateQueries()
      toast(done[body.status](businessName))
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      showErrorToast(error, error.message)
      return false
    }
  }
  const change = async (body: ShopStatusChange) => (await run(() => send(body))) ?? false
  return { busy, problem, forget: () => setProblem(null), change }
}

type ShopStatusActionsProps = {
  shop: ShopSettings
  /** Booked appointments that have not ended; null while unknown. */
  upcoming: ManagedShop['upcoming'] | null
}

/** The decisions about a shop, each with a question. They stand on the shop's own page, never in a list. */
export function ShopStatusActions({ shop, upcoming }: ShopStatusActionsProps) {
  const { busy, problem, forget, change } = useShopStatus(shop)
  const [asking, setAsking] = useState<Decision | null>(null)
  const isKnown = shop.status === 'approved' || shop.status === 'suspended'
  const decide = (status: Decision) => async (reason: string) => {
    const reviewed = { businessName: shop.businessName, address: shop.address }
    if (await change({ status, reviewed, ...(reason !== '' && { reason }) })) setAsking(null)
  }
  const close = () => {
    setAsking(null)
    forget()
  }
  const shared = { busy, problem, onClose: close }
  const name = <bdi>{shop.businessName}</bdi>
  return (
    <div className="flex flex-wrap gap-2">
      {shop.status !== 'approved' && (
        <Button onClick={() => setAsking('approved')}>
          {isKnown ? 'Approve again' : shop.status === 'rejected' ? 'Approve anyway' : 'Approve'}
        </Button>
      )}
      {shop.status === 'pending' && (
        <Button variant="secondary" onClick={() => setAsking('rejected')}>
          Reject
        </Button>
      )}
      {shop.status === 'approved' && (
        <Button variant="secondary" onClick={() => setAsking('suspended')}>
          Suspend
        </Button>
      )}
      {asking === 'approved' && (
        <ConfirmDialog
          {...shared}
          title={<>Approve {name}?</>}
          tone="primary"
          keepLabel="Not yet"
          confirmLabel="Approve shop"
          busyText="Approving..."
          onConfirm={(reason) => void decide('approved')(reason)}
        >
          <p>Customers see it in the location list and can book there right away. We’ll email the shop.</p>
          <ul className="grid list-disc gap-1.5 pl-5 text-ui">
            {approvalNotes(shop).map((note) => (
              <li key={note.text} className={note.isWarning ? 'font-medium text-warn' : 'text-muted'}>
                <bdi className="[overflow-wrap:anywhere]">{note.text}</bdi>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {asking === 'rejected' && (
        <ConfirmDialog
          {...shared}
          title={<>Reject {name}?</>}
          confirmLabel="Reject shop"
          busyText="Rejecting..."
          reason={{ required: true, hint: 'The shop reads it in our email and on its page.' }}
          onConfirm={(reason) => void decide('rejected')(reason)}
        >
          <p>It stays out of the location list. You can still approve it later.</p>
        </ConfirmDialog>
      )}
      {asking === 'suspended' && (
        <ConfirmDialog
          {...shared}
          title={<>Suspend {name}?</>}
          confirmLabel="Suspend shop"
          busyText="Suspending..."
          reason={{
            required: true,
            hint: 'The shop reads it in our email and on its page. Customers don’t.',
          }}
          onConfirm={(reason) => void decide('suspended')(reason)}
        >
          <p>It leaves the location list. {upcomingSentence(upcoming)} You can approve it again.</p>
          <ul className="grid list-disc gap-1.5 pl-5 text-ui text-muted">
            <li>Customers can no longer book there, move an appointment or change its package.</li>
            <li>{keptSentence(upcoming)}</li>
            <li>It no longer sees customers’ emails, its board, statement or settings. You still do.</li>
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}
