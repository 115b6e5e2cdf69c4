import { useId, useState, type ReactNode } from 'react'
import { codeAlone, type SecondFactorSetup } from '../../contract/identity/account.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAccountChange } from './use-account-change.ts'

type SecondFactorSetUpProps = SectionProps & { setup: SecondFactorSetup; onCancel: () => void }

/**
 * Three steps on one page: the app learns the secret, the user saves the recovery codes, a first code
 * activates it.
 */
export function SecondFactorSetUp({ account, onChange, setup, onCancel }: SecondFactorSetUpProps) {
  const [saved, setSaved] = useState(false)
  const [code, setCode] = useState('')
  const { form, errors, edited, busy, problem, save } = useAccountChange(['code'])

  const submit = async () => {
    if (!saved) return
    const newer = await save({
      send: () => call('identity.confirmSecondFactor', { body: { code } }),
      done: { title: 'Second factor is on', description: 'You’re signed out on all other devices.' },
      found: findFieldErrors(codeAlone, { code }),
    })
    if (newer) onChange(newer)
  }

  return (
    <ol className="grid gap-8">
      <Step number={1} title="Scan this with your authenticator app">
        <div className="flex flex-wrap items-start gap-x-8 gap-y-5">
          <QrCode text={setup.address} label="QR code for your authenticator app" />
          <div className="grid min-w-0 flex-1 basis-56 gap-3">
            <p className="text-muted">Can’t scan? Enter this key instead:</p>
            <p className="rounded-control bg-sunken px-4 py-3 font-mono text-ui">{inGroups(setup.secret)}</p>
            <p className="text-muted">
              Is the app on this device?{' '}
              <a
                href={setup.address}
                className="font-medium text-link underline underline-offset-4 hover:no-underline"
              >
                Open it
              </a>
            </p>
          </div>
        </div>
      </Step>
      <Step number={2} title="Save your recovery codes">
        <p className="mb-4 text-muted">
          Each code signs you in once if you lose your phone. We won’t show them again.
        </p>
        <RecoveryCodes codes={setup.recoveryCodes} email={account.user.email} />
        <div className="mt-3">
          <Checkbox label="I have saved them" checked={saved} disabled={busy} onChange={setSaved} />
        </div>
      </Step>
      <Step number={3} title="Enter the code from the app">
        <IdentityForm form={form} onSubmit={submit}>
          <TextField
            label="Code"
            hint="6 digits, a new code every 30 seconds."
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-80"
            value={code}
            error={errors['code']}
            onChange={(event) => {
              setCode(event.target.value)
              edited('code')
            }}
          />
          <ChangeProblem problem={problem} />
          {!saved && <p className="text-sm text-muted">Check “I have saved them” above to continue.</p>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={!saved} busy={busy}>
              Turn on
            </Button>
            <Button variant="secondary" disabled={busy} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </IdentityForm>
      </Step>
    </ol>
  )
}

/** Grouped for typing: 'ABCD EFGH …'. */
function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <li aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} tabIndex={-1} className="mb-4 flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-selected text-sm text-on-selected"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </li>
  )
}
