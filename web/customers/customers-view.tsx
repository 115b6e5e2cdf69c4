import { useState } from 'react'
import type { ReactNode } from 'react'
import { RefreshCw, ShieldCheck, UserRoundSearch } from 'lucide-react'
import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { longestEmail, mostWatched } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CustomerCard } from './customer-card.tsx'
import { useCustomers } from './customer-queries.ts'
import { momentHere } from './customer-words.ts'

/** Customers who hit a limit, for administrators, with flagged networks and shared vehicles. */
export function CustomersView() {
  const [email, setEmail] = useState('')
  const customers = useCustomers(email)
  return (
    <section aria-label="Customers" className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Search found={email} onSearch={setEmail} />
        <Button
          variant="secondary"
          busy={customers.isFetching && customers.data !== undefined}
          busyText="Refreshing..."
          onClick={() => void customers.refetch()}
        >
          <RefreshCw className="size-4" aria-hidden="true" />
          Refresh
        </Button>
      </div>
      <QueryState query={customers} loading="Loading customers..." shape={<CustomersShape />}>
        {(watch) => (
          <>
            <Customers watch={watch} email={email} />
            {email === '' && <Networks networks={watch.networks} />}
            {email === '' && <Vehicles vehicles={watch.sharedVehicles} />}
          </>
        )}
      </QueryState>
    </section>
  )
}

function Search({ found, onSearch }: { found: string; onSearch: (email: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <search aria-label="Find a customer" className="max-sm:w-full">
      <form
        className="flex flex-wrap items-end gap-3 max-sm:w-full"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <TextField
          label="Customer’s email"
          type="text"
          inputMode="email"
          autoComplete="off"
          maxLength={longestEmail}
          className="min-w-40 flex-1 sm:w-72 sm:flex-none"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
        {found !== '' && (
          <Button
            variant="ghost"
            onClick={() => {
              setTyped('')
              onSearch('')
            }}
          >
            Show all
          </Button>
        )}
      </form>
    </search>
  )
}

function Customers({ watch: { customers, total }, email }: { watch: CustomerWatch; email: string }) {
  if (customers.length === 0)
    return email === '' ? (
      <EmptyState
        icon={<ShieldCheck />}
        title="No customer hit a limit of bookings or cards in the last 90 days."
      />
    ) : (
      <EmptyState icon={<UserRoundSearch />} title="No customer has this email address." />
    )
  return (
    <Part
      title={email === '' ? 'Customers who hit a limit' : 'Found'}
      {...(email === '' && { lead: 'Limits of bookings and cards, in the last 90 days.' })}
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {customers.map((customer) => (
          <CustomerCard key={customer.id} customer={customer} />
        ))}
      </ul>
      {total > mostWatched && (
        <p className="text-sm text-muted">
          The latest {mostWatched} of {total}.
        </p>
      )}
    </Part>
  )
}

function Networks({ networks }: { networks: CustomerWatch['networks'] }) {
  if (networks.length === 0) return null
  return (
    <Part
      title="Flagged networks"
      lead="Several orders from one network were left unpaid within an hour. A network may be shared by many people."
    >
      <ul className="grid gap-3">
        {networks.map(({ network, lapsedClaims, lastAt, customers }) => (
          <Flagged
            key={network}
            name={network}
            fact={`${lapsedClaims} unpaid orders in 30 days, last on ${momentHere(lastAt)}`}
            customers={customers}
          />
        ))}
      </ul>
    </Part>
  )
}

function Vehicles({ vehicles }: { vehicles: CustomerWatch['sharedVehicles'] }) {
  if (vehicles.length === 0) return null
  return (
    <Part
      title="Vehicles of several accounts"
      lead="More than one account has an upcoming appointment for the same VIN. We don’t block these accounts."
    >
      <ul className="grid gap-3">
        {vehicles.map(({ vin, customers }) => (
          <Flagged key={vin} name={vin} fact={`${customers.length} accounts`} customers={customers} />
        ))}
      </ul>
    </Part>
  )
}

type FlaggedProps = { name: string; fact: string; customers: readonly { id: string; email: string }[] }

function Flagged({ name, fact, customers }: FlaggedProps) {
  return (
    <li className="rounded-card border border-line bg-surface px-5 py-4 text-ui [overflow-wrap:anywhere]">
      <h3 className="font-semibold">{name}</h3>
      <p className="text-sm text-muted tabular-nums">{fact}</p>
      <p className="mt-1 text-sm">
        {customers.map(({ id, email }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <bdi>{email}</bdi>
          </span>
        ))}
      </p>
    </li>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        {lead !== undefined && <p className="mt-1 text-ui text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

function CustomersShape() {
  return (
    <>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-32" />
      ))}
    </>
  )
}
