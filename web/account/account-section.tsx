import type { ReactNode } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { Card } from '../ui/card.tsx'

/** What every section of the account page is given: the account, and where a newer one goes. */
export type SectionProps = { account: Account; onChange: (account: Account) => void }

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-xl font-semibold">{title}</h2>
      <div className="mt-4 grid gap-5">{children}</div>
    </Card>
  )
}
