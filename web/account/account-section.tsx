import { useId, type ReactNode } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { Card } from '../ui/card.tsx'

/** Props of every section of the account page: the account, and a callback for an updated one. */
export type SectionProps = { account: Account; onChange: (account: Account) => void }

/** The section's id, as the address has it after the #: 'second-factor' for 'Second factor'. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

type AccountSectionProps = { title: string; lead?: ReactNode; children: ReactNode }

export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const headingId = useId()
  return (
    <section id={sectionId(title)} aria-labelledby={headingId} tabIndex={-1} className="scroll-mt-6">
      <Card>
        <h2 id={headingId} className="text-xl font-semibold">
          {title}
        </h2>
        {lead && <p className="mt-1 max-w-prose text-ui text-muted">{lead}</p>}
        <div className="mt-5 grid gap-5">{children}</div>
      </Card>
    </section>
  )
}
