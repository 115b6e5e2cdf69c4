import { useState } from 'react'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { PendingShopChange } from '../../contract/shops/shop-changes.ts'
import { call } from '../api/client.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

/**
 * A new name or place that waits for an administrator, with the present values beside it, or the reason why
 * the last one was rejected.
 */
export function ChangeRequest({ shop }: { shop: ShopSettings }) {
  const mayDecide = useMay('shop.changeStatus')
  const { pendingChange, rejectedChange } = shop
  if (pendingChange)
    return mayDecide ? (
      <ToDecide shop={shop} request={pendingChange} />
    ) : (
      <Waiting shop={shop} request={pendingChange} />
    )
  if (!rejectedChange || mayDecide) return null
  return (
    <Alert tone="warn" title="Your last change was not approved.">
      <p>
        Your shop keeps its current name and address.
        {rejectedChange.reason !== '' && (
          <>
            {' '}
            The reason: <bdi>{rejectedChange.reason}</bdi>
          </>
        )}
      </p>
    </Alert>
  )
}

type RequestProps = { shop: ShopSettings; request: PendingShopChange }

function Waiting({ shop, request }: RequestProps) {
  const { busy, problem, save } = useShopChange()
  const withdraw = () =>
    save('Change withdrawn', () => call('shops.withdrawChange', { params: shopParams(shop.id) }))
  return (
    <Alert tone="info" title="Waiting for approval">
      <p>Customers see the current name and address until an administrator approves the new ones.</p>
      <Compared shop={shop} request={request} />
      {problem !== null && <p className="mt-2 font-medium text-bad">{problem}</p>}
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        busy={busy}
        busyText="Withdrawing..."
        onClick={() => void withdraw()}
      >
        Withdraw the change
      </Button>
    </Alert>
  )
}

function ToDecide({ shop, request }: RequestProps) {
  const [asking, setAsking] = useState<'approved' | 'rejected' | null>(null)
  const { busy, problem, save, forget } = useShopChange()
  const decide = async (decision: 'approved' | 'rejected', reason: string) => {
    const body = { requestId: request.id, decision, ...(reason !== '' && { reason }) }
    const saved = await save(decision === 'approved' ? 'Change approved' : 'Change rejected', () =>
      call('shops.decideChange', { params: shopParams(shop.id), body }),
    )
    if (saved) setAsking(null)
  }
  const close = () => {
    setAsking(null)
    forget()
  }
  return (
    <Alert tone="warn" title="A change is waiting for your approval">
      <p>
        Requested by <bdi>{request.requestedBy}</bdi>. Customers see the current name and address until you
        approve the change.
      </p>
      <Compared shop={shop} request={request} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" onClick={() => setAsking('approved')}>
          Approve change
        </Button>
        <Button variant="secondary" size="small" onClick={() => setAsking('rejected')}>
          Reject change
        </Button>
      </div>
      {asking !== null && (
        <ConfirmDialog
          title={asking === 'approved' ? 'Approve this change?' : 'Reject this change?'}
          tone={asking === 'approved' ? 'primary' : 'danger'}
          keepLabel="Not yet"
          confirmLabel={asking === 'approved' ? 'Approve' : 'Reject'}
          busyText="Saving..."
          busy={busy}
          problem={problem}
          {...(asking === 'rejected' && {
            reason: { required: true, hint: 'The shop reads it in our email and on its page.' },
          })}
          onConfirm={(reason) => void decide(asking, reason)}
          onClose={close}
        >
          <p>
            {asking === 'approved'
              ? 'Customers see the new values right away. We’ll email every customer with an upcoming appointment, with a new calendar file.'
              : 'The shop keeps its current name and address.'}
          </p>
          <Compared shop={shop} request={request} look="bg-sunken" />
        </ConfirmDialog>
      )}
    </Alert>
  )
}

/** The present and the new value of each field of a request. */
function Compared({ shop, request, look = 'bg-surface mt-3' }: RequestProps & { look?: string }) {
  const rows = [
    { name: 'Business Name', before: shop.businessName, after: request.businessName },
    { name: 'Address', before: shop.address, after: request.address },
    { name: 'Time Zone', before: shop.timeZone, after: request.timeZone },
  ].filter(({ before, after }) => after !== null && after !== before)
  return (
    <dl className={classNames('grid gap-3 rounded-control px-4 py-3 text-ink', look)}>
      {rows.map(({ name, before, after }) => (
        <div key={name} className="grid gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <del className="block text-muted">
              <span className="sr-only">Now: </span>
              <bdi>{before}</bdi>
            </del>
            <ins className="block font-medium no-underline">
              <span className="sr-only">New: </span>
              <bdi>{after}</bdi>
            </ins>
          </dd>
        </div>
      ))}
      {request.address !== null && (request.isRough || request.matchedAddress === null) && (
        <p className="text-sm font-medium text-warn">
          {request.matchedAddress === null
            ? 'The new address could not be looked up.'
            : `The new address is only an approximate match: ${request.matchedAddress}.`}
        </p>
      )}
    </dl>
  )
}
