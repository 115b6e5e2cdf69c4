import { Link } from 'wouter'
import { useManagedShops } from '../shops/managed-shops.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'

/** Tells a shop that it takes no appointments at present, and why. Nothing for an approved one. */
export function ShopBanner() {
  const { status, statusReason = '' } = useManagedShops().data?.[0] ?? {}
  if (status === 'pending')
    return (
      <Alert tone="warn" title="Your shop is waiting for approval." className="mb-6">
        You get an email once it is approved, and then customers can choose it. You can{' '}
        <Link href={paths.adminView('shop')} className="font-medium underline underline-offset-4">
          set hours, bays and closures
        </Link>{' '}
        meanwhile.
      </Alert>
    )
  if (status === 'suspended')
    return (
      <Alert tone="warn" title="Your shop is suspended." className="mb-6">
        It takes no new appointments. Those it has stand, and their customers were told: you see name, phone
        and car here, and capture each payment after the appointment has ended. For all else, please contact
        an administrator.
        <GivenReason reason={statusReason} />
      </Alert>
    )
  if (status === 'rejected')
    return (
      <Alert tone="warn" title="Your shop was not approved." className="mb-6">
        Customers do not see it. Correct your shop’s details, then answer our email to have it looked at
        again.
        <GivenReason reason={statusReason} />
      </Alert>
    )
  return null
}

function GivenReason({ reason }: { reason: string }) {
  if (reason === '') return null
  return (
    <p className="mt-1 [overflow-wrap:anywhere]">
      The reason: <bdi>{reason}</bdi>
    </p>
  )
}
