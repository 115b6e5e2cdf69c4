import { useState } from 'react'
import type { WatchedCustomer } from '../../contract/admin/customers.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { decisionSentence, hitHeading, hitSentence, limitWords, momentHere } from './customer-words.ts'
import { DecisionDialog, type DecisionKind } from './decision-dialog.tsx'

/** A customer with the limits hit, the decisions about them, and the buttons to decide. */
export function CustomerCard({ customer }: { customer: WatchedCustomer }) {
  const [asking, setAsking] = useState<DecisionKind | null>(null)
  const { name, email, emailVerified, isBlocked, lifted, hits, decisions } = customer
  const named = <span className="sr-only"> {name}</span>
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-surface p-5 shadow-lift">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h3 className="font-semibold">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-sm text-muted">
            <bdi>{email}</bdi>
            {!emailVerified && ' (not confirmed)'}
          </p>
        </div>
        {isBlocked && <Badge tone="red">Blocked</Badge>}
      </div>
      {hits.length > 0 && (
        <ul className="grid gap-2 text-ui">
          {hits.map((hit) => (
            <li key={`${hit.limit} ${hit.network}`}>
              <span className="block font-medium">{hitHeading(hit)}</span>
              <span className="block text-sm text-muted tabular-nums [overflow-wrap:anywhere]">
                {hitSentence(hit)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lifted.length > 0 && (
        <ul className="grid gap-1 rounded-control bg-info-soft px-4 py-2.5 text-sm text-info">
          {lifted.map(({ limit, until }) => (
            <li key={limit}>
              {limitWords[limit]}: lifted until {momentHere(until)}
            </li>
          ))}
        </ul>
      )}
      {decisions.length > 0 && (
        <details className="text-sm text-muted">
          <summary className="min-h-6 cursor-pointer font-medium text-ink">
            {decisions.length === 1 ? '1 decision' : `${decisions.length} decisions`}
          </summary>
          <ul className="mt-2 grid gap-2">
            {decisions.map((decision) => (
              <li key={`${decision.decision} ${decision.decidedAt}`} className="[overflow-wrap:anywhere]">
                {decisionSentence(decision)}: <bdi>{decision.reason}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => setAsking('lift')}>
          Lift a limit{named}
        </Button>
        <Button variant="secondary" size="small" onClick={() => setAsking(isBlocked ? 'unblock' : 'block')}>
          {isBlocked ? 'Unblock' : 'Block'}
          {named}
        </Button>
      </div>
      {asking !== null && (
        <DecisionDialog customer={customer} kind={asking} onClose={() => setAsking(null)} />
      )}
    </li>
  )
}
