import { useState } from 'react'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { SectionProps } from './account-section.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The warning appears below this number of codes. */
const fewCodes = 3

/** An active second factor: recovery codes left, new codes, and turning it off. */
export function SecondFactorOn({ account, onChange, required }: SectionProps & { required: boolean }) {
  const { recoveryCodesLeft: left } = account
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => {
    setAsking(null)
    setCodes(null)
  }
  const showCodes = (fresh: string[]) => {
    setCodes(fresh)
    onChange({ ...account, recoveryCodesLeft: fresh.length })
  }

  return (
    <>
      {left <= fewCodes ? (
        <Alert tone="warn">
          {left === 0 ? 'You have no recovery codes left.' : `Only ${codesInWords(left)} left.`} Make new ones
          in case you lose your phone.
        </Alert>
      ) : (
        <p>{codesInWords(left)} left, in case you lose your phone.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        <Button variant="secondary" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      {asking === 'codes' && (
        <ReauthenticationForm
          account={account}
          action="Make new codes"
          send={(proof) => call('identity.renewRecoveryCodes', { body: proof })}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onCancel={close}
          renderDialog={(form, footer) => (
            <Dialog
              open
              onOpenChange={close}
              title="New recovery codes"
              description={
                codes === null
                  ? 'Your current codes will stop working.'
                  : 'Save them now. We won’t show them again. Your old codes no longer work.'
              }
              footer={codes === null ? footer : <Button onClick={close}>I have saved them</Button>}
            >
              {codes === null ? form : <RecoveryCodes codes={codes} email={account.user.email} />}
            </Dialog>
          )}
        />
      )}
      {asking === 'off' && (
        <ReauthenticationForm
          account={account}
          action="Turn off"
          isDanger
          send={(proof) => call('identity.stopSecondFactor', { body: proof })}
          done={{ title: 'Second factor is off' }}
          onDone={onChange}
          onCancel={close}
          renderDialog={(form, footer) => (
            <Dialog
              open
              onOpenChange={close}
              title="Turn the second factor off?"
              description={
                required
                  ? 'Your password alone will sign you in, and you can no longer capture payments, cancel appointments or see payout details.'
                  : 'Your password alone will sign you in.'
              }
              footer={footer}
            >
              {form}
            </Dialog>
          )}
        />
      )}
    </>
  )
}

function codesInWords(left: number): string {
  return left === 1 ? '1 recovery code' : `${left} recovery codes`
}
