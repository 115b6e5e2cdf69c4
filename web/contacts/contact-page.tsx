import { useState } from 'react'
import { ArrowLeft, Mail, Pencil, Phone } from 'lucide-react'
import { Link } from 'wouter'
import type { ContactPage } from '../../contract/contacts/contacts.ts'
import { formatCents } from '../../contract/money.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { ContactCars } from './contact-cars.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { Part } from './contact-part.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { useContact } from './contact-queries.ts'
import { visitCounts } from './contact-words.ts'
import { ContactVisits } from './contact-visits.tsx'
import { PastMerges } from './past-merges.tsx'
import { SamePerson } from './same-person.tsx'

/** One person: contact, visits, cars, notes and money. */
export function ContactPageView({ id }: { id: string }) {
  const contact = useContact(id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <BackToList shopId={contact.data?.shopId ?? null} />
      {contact.isError && contact.data && (
        <StaleDataAlert
          problem={contact.error.message}
          loadedAt={contact.dataUpdatedAt}
          retrying={contact.isFetching}
          onRetry={() => void contact.refetch()}
        />
      )}
      <QueryState
        query={contact}
        loading="Loading contact..."
        shape={<Skeleton className="h-64 rounded-card" />}
      >
        {(page) => <Person page={page} />}
      </QueryState>
    </div>
  )
}

function BackToList({ shopId }: { shopId: number | null }) {
  return (
    <Link
      href={shopId === null ? paths.adminView('contacts') : paths.shopContacts(shopId)}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start text-link underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      All contacts
    </Link>
  )
}

function Person({ page }: { page: ContactPage }) {
  return (
    <article aria-label={page.name} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Header page={page} />
      <SamePerson page={page} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ContactVisits page={page} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ContactNotes page={page} />
          <ContactCars page={page} />
          <Money page={page} />
          <PastMerges page={page} />
        </div>
      </div>
    </article>
  )
}

function Header({ page }: { page: ContactPage }) {
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMay('contact.change')
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="grid min-w-0 gap-2.5">
        <h2 className="text-2xl font-semibold wrap-anywhere">
          <bdi>{page.name}</bdi>
        </h2>
        <p className="text-ui text-muted">
          {visitCounts(page.counts)} · {page.hasAccount ? 'Has an account' : 'No account'} · Since{' '}
          {formatMoment(page.createdAt, page.timeZone).split(',')[0]}, {page.createdAt.slice(0, 4)}
        </p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {page.phone !== null && (
            <li className="flex items-center gap-2">
              <Phone className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <PhoneLink phone={page.phone} />
            </li>
          )}
          {page.email !== null && (
            <li className="flex min-w-0 items-center gap-2">
              <Mail className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <a
                href={`mailto:${page.email}`}
                className="min-h-6 text-link underline underline-offset-4 wrap-anywhere hover:no-underline"
              >
                {page.email}
              </a>
            </li>
          )}
          {page.phone === null && page.email === null && (
            <li className="text-muted">No phone or email yet</li>
          )}
        </ul>
      </div>
      {mayChange && (
        <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
          <Pencil className="size-4" aria-hidden="true" />
          Edit
        </Button>
      )}
      {isEditing && (
        <ContactDialog
          shopId={page.shopId}
          contact={page}
          onClose={() => setEditing(false)}
          onSaved={() => undefined}
        />
      )}
    </Card>
  )
}

function Money({ page: { money } }: { page: ContactPage }) {
  const rows = [
    ['Charged', money.chargedCents],
    ['Refunded', money.refundedCents],
    // Most people never dispute a payment.
    ...(money.disputedCents === 0 ? [] : [['Disputed', money.disputedCents] as const]),
    ['On hold now', money.heldCents],
  ] as const
  return (
    <Part title="Money">
      <dl className="grid gap-1.5">
        {rows.map(([label, cents]) => (
          <div key={label} className="flex justify-between gap-4 text-ui">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
