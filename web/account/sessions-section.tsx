import { useRef, useState } from 'react'
import { Monitor, Smartphone } from 'lucide-react'
import type { Account, AccountSession } from '../../contract/identity/account.ts'
import { call } from '../api/client.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { describeDevice, isHandheld } from './device-words.ts'
import { useAccountChange } from './use-account-change.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The sessions of this account, each with a button that ends it. */
export function SessionsSection({ account, onChange }: SectionProps) {
  const { busy, problem, save } = useAccountChange()
  const [ending, setEnding] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)

  const end = async (what: string, title: string, send: () => Promise<Account>) => {
    if (busy) return
    setEnding(what)
    const newer = await save({ send, done: { title } })
    setEnding(null)
    if (!newer) return
    onChange(newer)
    // The pressed button is gone.
    moveFocus(list.current, list.current?.closest('section'))
  }

  return (
    <AccountSection
      title="Sessions"
      lead="Where you’re signed in. Sign out any device you don’t recognize, then change your password."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Your sessions"
        className="grid divide-y divide-line border-y border-line"
      >
        {account.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy && ending === session.id}
            onEnd={() =>
              void end(session.id, 'Signed out', () =>
                call('identity.endSession', { params: { id: session.id } }),
              )
            }
          />
        ))}
      </ul>
      <ChangeProblem problem={problem} />
      {account.sessions.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={busy && ending === 'others'}
          busyText="Signing out..."
          onClick={() =>
            void end('others', 'Signed out on all other devices', () => call('identity.endOtherSessions', {}))
          }
        >
          Sign out all others
        </Button>
      )}
    </AccountSection>
  )
}

type SessionRowProps = { session: AccountSession; busy: boolean; onEnd: () => void }

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { present, signedInAt, lastUsedAt, address, userAgent } = session
  const device = describeDevice(userAgent)
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-56 flex-1 text-ui">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <bdi>{device}</bdi>
          {present && <Badge tone="green">This device</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {address !== null && (
            <>
              Network address <bdi>{address}</bdi>
              <br />
            </>
          )}
          Signed in <time dateTime={signedInAt}>{moment.format(new Date(signedInAt))}</time>
          {!present && (
            <>
              <br />
              Last used <time dateTime={lastUsedAt}>{moment.format(new Date(lastUsedAt))}</time>
            </>
          )}
        </p>
      </div>
      {!present && (
        <Button
          variant="secondary"
          size="small"
          className="max-sm:ml-10"
          busy={busy}
          busyText="Signing out..."
          aria-label={`Sign out ${device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
