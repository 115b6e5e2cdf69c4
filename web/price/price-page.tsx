import { useState } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'
import type { LinkedPrice } from '../../contract/payments/price-endpoints.ts'
import { surplusWords } from '../../contract/payments/price-words.ts'
import { call } from '../api/client.ts'
import { isLinkRefused } from '../api/link-refused.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { textStore } from '../ui/browser-store.ts'
import { Card } from '../ui/card.tsx'
import { LinkMissing, LinkRefused } from '../workshop/sign-off/job-link-states.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { useUrlToken } from '../ui/use-url-token.ts'
import { changeWordsOf } from './price-change-words.ts'
import { LinkedAgreementForm } from './linked-agreement-form.tsx'
import { PriceTable } from './price-table.tsx'

const priceToken = textStore('price-token', (text) => text)

/** Behind the link to agree to a price: its lines, a tip, and the customer's agreement. No sign-in. */
export function PricePage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(priceToken)
  if (token === undefined) return <PageLoading />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Your price" width="regular">
        {token === null ? <LinkMissing /> : <ByLink key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function ByLink({ token }: { token: string }) {
  const linked = useQuery({
    queryKey: ['linked-price', token],
    queryFn: ({ signal }) => call('price.findLinked', { body: { token }, signal }),
    // The shop may change the price while the customer reads.
    refetchOnWindowFocus: 'always',
  })
  if (isLinkRefused(linked.error)) return <LinkRefused />
  return (
    <QueryState query={linked} loading="Loading your price...">
      {(price) => <Price price={price} token={token} reload={() => linked.refetch()} />}
    </QueryState>
  )
}

type PriceProps = { price: LinkedPrice; token: string; reload: () => Promise<unknown> }

function Price({ price, token, reload }: PriceProps) {
  const holder = useFocusOnSwap<HTMLDivElement>(price.state)
  const change = price.state === 'agree' ? changeWordsOf(price) : null
  return (
    <Card className="grid gap-6">
      <div className="grid gap-1">
        <p className="text-muted">
          Hi <bdi>{price.firstName}</bdi>, this is about your{' '}
          <strong className="font-medium text-ink">
            <bdi>{formatVehicle(price.vehicleInfo)}</bdi>
          </strong>{' '}
          at <bdi>{price.shopName}</bdi>
          {price.shopPhone !== null && (
            <>
              , <PhoneLink phone={price.shopPhone} />
            </>
          )}
          .
        </p>
        {change !== null && (
          <>
            <h2 className="mt-3 text-2xl font-semibold text-balance">{change.title}</h2>
            <p className="wrap-anywhere">{change.detail}</p>
          </>
        )}
      </div>
      <div ref={holder}>
        {price.state === 'agree' ? (
          <LinkedAgreementForm price={price} token={token} reload={reload} />
        ) : (
          <div className="grid gap-6">
            <PriceTable {...price} />
            <Done price={price} />
          </div>
        )}
      </div>
    </Card>
  )
}

/** The state of a price that needs nothing of the customer. */
function Done({ price }: { price: LinkedPrice }) {
  const { state, totalCents, dueCents, card } = price
  const isPaid = state === 'paid'
  const surplus = surplusWords(price, 'your')
  return (
    <section aria-label="Done" className="grid gap-1">
      <h2 tabIndex={-1} className="flex items-center gap-2 font-semibold text-good focus:outline-hidden">
        <CircleCheckBig className="size-5" aria-hidden="true" />
        {isPaid ? 'Paid. Thank you!' : 'You’re all set'}
      </h2>
      <p className="text-muted">
        {isPaid
          ? 'There’s nothing left to pay.'
          : `You agreed to a total of ${formatCents(totalCents)}. ${
              card === null
                ? `Please pay ${formatCents(dueCents)} at the shop.`
                : 'Your card is charged once the work is done.'
            }`}
      </p>
      {surplus !== null && <p className="text-muted">{surplus}</p>}
    </section>
  )
}
