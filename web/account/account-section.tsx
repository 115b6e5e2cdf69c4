import { useId, type ReactNode } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { Card } from '../ui/card.tsx'

/** What every section of the account page is given: the account, and where a newer one goes. */
export type SectionProps = { account: Account; onChange: (account: Account) => void }

/** The section's place on the page, as its address after the # has it: 'second-factor' for 'Second factor'. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

type AccountSectionProps = { title: string; lead?: ReactNode; children: ReactNode }

/** One part of the account page. */
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
