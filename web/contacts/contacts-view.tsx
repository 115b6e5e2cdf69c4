import { useState } from 'react'
import { Plus, SearchX, UserRound } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { ListedContact } from '../../contract/contacts/contacts.ts'
import { longestSearch } from '../../contract/limits.ts'
import { askedContactOf } from '../admin/admin-view.ts'
import { askedShopOf } from '../workspace/current-shop.ts'
import { formatAppointmentDate } from '../admin/admin-words.ts'
import { OwnShop } from '../admin/own-shop.tsx'
import { StaffShopSelect } from '../admin/staff-shop-select.tsx'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactPageView } from './contact-page.tsx'
import { useContactPages } from './contact-queries.ts'
import { countWords, shownPhone } from './contact-words.ts'

/** The people whom a shop knows, or the one that the address names. */
export function ContactsView() {
  const search = useSearch()
  const asked = askedContactOf(search)
  const shopId = askedShopOf(search)
  if (asked !== null) return <ContactPageView key={asked} id={asked} />
  return shopId === null ? (
    <OwnShop>{(ownId) => <ShopContacts key={ownId} shopId={ownId} />}</OwnShop>
  ) : (
    <ShopContacts key={shopId} shopId={shopId} />
  )
}

const typingRestMs = 200

function ShopContacts({ shopId }: { shopId: number }) {
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const mayChange = useMay('contact.change')
  const search = useDebounced(typed.trim(), typingRestMs)
  return (
    <section aria-label="Contacts" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end gap-4">
        <StaffShopSelect
          value={shopId}
          onChange={(chosen) => chosen !== null && navigate(paths.shopContacts(chosen))}
        />
        <search aria-label="Search contacts" className="min-w-48 flex-1 sm:max-w-md">
          <TextField
            label="Search contacts"
            type="text"
            inputMode="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestSearch}
            placeholder="Name, phone, email or car"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </search>
        {mayChange && (
          <Button className="max-sm:w-full" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Add contact
          </Button>
        )}
      </div>
      <Contacts shopId={shopId} search={search} />
      {isAdding && (
        <ContactDialog
          shopId={shopId}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(paths.contact(id))}
        />
      )}
    </section>
  )
}

function Contacts({ shopId, search }: { shopId: number; search: string }) {
  const list = useContactPages(shopId, search)
  if (list.isPending) return <ContactsShape />
  const contacts = list.data?.pages.flatMap((page) => page.contacts) ?? []
  if (list.isError && contacts.length === 0)
    return (
      <ErrorState
        message={list.error.message}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (contacts.length === 0)
    return search === '' ? (
      <EmptyState
        icon={<UserRound />}
        title="No contacts yet. Everyone who books here is added, and you can add a walk-in."
      />
    ) : (
      <EmptyState icon={<SearchX />} title={`No contact matches “${search.slice(0, 40)}”.`} />
    )
  return (
    <div aria-busy={list.isPlaceholderData} className="grid gap-4">
      <Card className="p-0! sm:p-0!">
        <ul aria-label="Contacts">
          {contacts.map((contact) => (
            <ContactRow key={contact.id} contact={contact} />
          ))}
        </ul>
      </Card>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className="text-center text-bad">
          {list.error.message}
        </p>
      )}
    </div>
  )
}

function ContactRow({ contact }: { contact: ListedContact }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={paths.contact(contact.id)}
        className="grid min-h-16 gap-x-6 gap-y-1 px-5 py-3.5 transition-colors hover:bg-hover/60 focus-visible:-outline-offset-2 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] sm:items-center"
      >
        <bdi className="text-left font-medium wrap-anywhere">{contact.name}</bdi>
        <span className="grid text-sm text-muted">
          {contact.phone !== null && <span className="tabular-nums">{shownPhone(contact.phone)}</span>}
          {contact.email !== null && <span className="wrap-anywhere">{contact.email}</span>}
          {contact.phone === null && contact.email === null && <span>No phone or email</span>}
        </span>
        <span className="grid text-sm text-muted">
          <span>{countWords(contact.appointments)}</span>
          {contact.nextAt !== null && (
            <span className="text-ink tabular-nums">
              Next: {formatAppointmentDate(contact.nextAt, contact.timeZone)}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function ContactsShape() {
  return (
    <div className="grid gap-3">
      <Spinner label="Loading contacts..." className="py-3 text-muted" />
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} className="h-16" />
      ))}
    </div>
  )
}
