import { Link } from 'wouter'
import { useManagedShops } from '../shops/managed-shops.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'

/** Tells a shop that it takes no appointments at present, and why. Nothing for an approved one. */
export function ShopBanner() {
  const status = useManagedShops().data?.[0]?.status
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
        It takes no new appointments. Those it has stand: you see name, phone and car here, and capture each
        payment after the appointment has ended. For all else, please contact an administrator.
      </Alert>
    )
  return null
}
