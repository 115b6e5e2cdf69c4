import { Link } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { useManagedShops } from '../shops/managed-shops.ts'
import { paths } from '../paths.ts'
import { suspendedSentence } from '../shops/suspension-words.ts'
import { Alert } from '../ui/alert.tsx'
import { UnprovenShop } from './unproven-shop.tsx'

/** Tells a shop that it takes no appointments at present, and why. Nothing for an approved one. */
export function ShopBanner({ user, shopId }: { user: User; shopId: number }) {
  const shop = useManagedShops().data?.find(({ id }) => id === shopId)
  if (!shop) return null
  const { status, statusReason, upcoming } = shop
  // The session is newer than the list once the mailed link was opened in another tab.
  if (status === 'pending' && !shop.isOwnerProven && !user.emailVerified) return <UnprovenShop user={user} />
  if (status === 'pending')
    return (
      <Alert tone="warn" title="Your shop is waiting for approval." className="mb-6">
        We’ll email you when an administrator has approved it. Customers can choose it then. Until then, you
        can{' '}
        <Link href={paths.adminView('shop')} className="font-medium underline underline-offset-4">
          set your hours, bays and closures
        </Link>
        .
      </Alert>
    )
  if (status === 'suspended')
    return (
      <Alert tone="warn" title="Your shop is suspended." className="mb-6">
        {suspendedSentence(upcoming)}
        <GivenReason reason={statusReason} />
      </Alert>
    )
  if (status === 'rejected')
    return (
      <Alert tone="warn" title="Your shop was not approved." className="mb-6">
        Customers don’t see it. Correct your shop’s details, then reply to our email to have it reviewed
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
