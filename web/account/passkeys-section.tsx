import { useEffect, useRef, useState } from 'react'
import { KeyRound } from 'lucide-react'
import { knowsPasskeys } from '../identity/passkey-ceremony.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RemovePasskey, RenamePasskey } from './change-passkey.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** The passkeys of this account. */
export function PasskeysSection({ account, onChange }: SectionProps) {
  const { passkeys, user } = account
  const [adding, setAdding] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const holder = useFocusOnSwap<HTMLDivElement>(adding ? 'adding' : 'list')
  const { length } = passkeys
  const lastLength = useRef(length)
  useEffect(() => {
    // The pressed button is gone, and so is the dialog that held the focus.
    if (length < lastLength.current) (length > 0 ? list.current : addButton.current)?.focus()
    lastLength.current = length
  }, [length])
  return (
    <AccountSection
      title="Passkeys"
      lead="Sign in with your fingerprint, face or screen lock, without a password or code."
    >
      {passkeys.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Your passkeys"
          className="grid divide-y divide-line border-y border-line"
        >
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
              <KeyRound className="size-6 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-40 flex-1 text-ui">
                <p className="font-medium">
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="mt-0.5 text-sm text-muted">
                  Added <time dateTime={passkey.createdAt}>{day.format(new Date(passkey.createdAt))}</time>
                </p>
              </div>
              <div className="flex flex-wrap gap-2 max-sm:ml-10">
                <RenamePasskey passkey={passkey} onChange={onChange} />
                <RemovePasskey passkey={passkey} account={account} onChange={onChange} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {!user.emailVerified ? (
        <p>Confirm your email first. Then you can add a passkey.</p>
      ) : !knowsPasskeys() ? (
        <Alert tone="info">This browser doesn’t support passkeys. Add one in another browser.</Alert>
      ) : (
        <div ref={holder}>
          {adding ? (
            <AddPasskey
              account={account}
              onChange={(newer) => {
                setAdding(false)
                onChange(newer)
              }}
              onCancel={() => setAdding(false)}
            />
          ) : (
            <Button
              ref={addButton}
              variant={passkeys.length > 0 ? 'secondary' : 'primary'}
              onClick={() => setAdding(true)}
            >
              Add a passkey
            </Button>
          )}
        </div>
      )}
    </AccountSection>
  )
}
