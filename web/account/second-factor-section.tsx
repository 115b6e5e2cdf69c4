import { useEffect, useRef, useState } from 'react'
import type { SecondFactorSetup } from '../../contract/identity/account.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingsOf } from '../../contract/identity/workplaces.ts'
import { call } from '../api/client.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'

/** The second factor: optional for customers, required for staff where the installation says so. */
export function SecondFactorSection({ account, onChange }: SectionProps) {
  const settings = useProductSettings()
  const isOn = account.user.secondFactor
  const status = useRef<HTMLParagraphElement>(null)
  const wasOn = useRef(isOn)
  useEffect(() => {
    // The pressed button is gone.
    if (wasOn.current !== isOn) moveFocus(status.current)
    wasOn.current = isOn
  }, [isOn])
  const required =
    settings?.requireSecondFactor === true &&
    !standingsOf(account.user).every((standing) => isAllowed(standing, 'account.skipSecondFactor'))
  return (
    <AccountSection
      title="Second factor"
      lead="A code from an authenticator app when you sign in. Your password alone won’t be enough."
    >
      <p ref={status} tabIndex={-1}>
        <Badge tone={isOn ? 'green' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      </p>
      {isOn ? (
        <SecondFactorOn account={account} onChange={onChange} required={required} />
      ) : (
        <>
          {required && !account.user.byPasskey && (
            <Alert tone="warn">
              Required before you can open Appointment Management.
              {account.passkeys.length > 0 && ' You can use your passkey: log out and sign in with it.'}
            </Alert>
          )}
          <SecondFactorOff account={account} onChange={onChange} />
        </>
      )}
    </AccountSection>
  )
}

function SecondFactorOff({ account, onChange }: SectionProps) {
  const [asking, setAsking] = useState(false)
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const cancel = () => {
    setAsking(false)
    setSetup(null)
  }
  const holder = useFocusOnSwap<HTMLDivElement>(setup ? 'set-up' : asking ? 'proof' : 'off')
  return (
    <div ref={holder}>
      {setup ? (
        <SecondFactorSetUp account={account} onChange={onChange} setup={setup} onCancel={cancel} />
      ) : asking ? (
        <ReauthenticationForm
          account={account}
          action="Continue"
          send={(proof) => call('identity.startSecondFactor', { body: proof })}
          onDone={setSetup}
          onCancel={cancel}
        />
      ) : (
        <Button
          onClick={() => {
            void SecondFactorSetUp.preload()
            setAsking(true)
          }}
        >
          Set up
        </Button>
      )}
    </div>
  )
}

// Brings the library for QR codes.
const SecondFactorSetUp = lazyComponent(
  () => import('./second-factor-set-up.tsx').then((module) => module.SecondFactorSetUp),
  () => <Skeleton className="h-96" />,
)
