import { useState } from 'react'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** Download of the stored personal data, and deletion of the account. */
export function DataSection({ account }: SectionProps) {
  const [asking, setAsking] = useState(false)
  return (
    <AccountSection title="Your data">
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-muted">
          Everything we keep about you, as one file: profile, sessions, appointments, payments and mails.
        </p>
        <ButtonLink href={paths.accountData} variant="secondary" download>
          Download my data
        </ButtonLink>
      </div>
      <div className="grid justify-items-start gap-3 border-t border-line pt-5">
        <p className="max-w-prose text-muted">
          Deleting your account ends it for good. Cancel your upcoming appointments first.
        </p>
        <Button variant="secondary" className="text-bad!" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <DeleteDialog account={account} onClose={() => setAsking(false)} />}
    </AccountSection>
  )
}
