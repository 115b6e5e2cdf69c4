import { useState } from 'react'
import { paths } from '../paths.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** Download of the stored personal data, and deletion of the account. */
export function DataSection({ account }: SectionProps) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useSingleFlight()
  const download = () =>
    run(async () => {
      setProblem(null)
      const file = await fetchFile(paths.accountData).catch((error: Error) => error)
      if (file instanceof Error) setProblem(file.message)
      else saveFile(file.content, file.name)
    })
  return (
    <AccountSection title="Your data">
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-muted">
          Everything we store about you in one file: profile, sessions, appointments, payments and emails.
        </p>
        <Button variant="secondary" busy={busy} busyText="Preparing..." onClick={() => void download()}>
          Download my data
        </Button>
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
      </div>
      <div className="grid justify-items-start gap-3 border-t border-line pt-5">
        <p className="max-w-prose text-muted">
          Deleting your account can’t be undone. Cancel your upcoming appointments first.
        </p>
        <Button variant="secondary" className="text-bad!" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <DeleteDialog account={account} onClose={() => setAsking(false)} />}
    </AccountSection>
  )
}
