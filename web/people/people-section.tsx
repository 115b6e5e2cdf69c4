import { useState } from 'react'
import type { ShopRole } from '../../contract/identity/roles.ts'
import { shopRoles } from '../../contract/identity/roles.ts'
import { roleWords } from '../../contract/identity/role-words.ts'
import type { ShopPeople } from '../../contract/shops/people.ts'
import { useSession } from '../identity/session.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { SettingsSection } from '../shops/settings-section.tsx'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { toast } from '../ui/toast.ts'
import { InviteForm } from './invite-form.tsx'
import { usePeople, usePeopleChange } from './people-queries.ts'

type Member = ShopPeople['people'][number]
type Invitation = ShopPeople['invitations'][number]

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** The people of a shop: roles, invitations, the end of access. For owners. */
export function PeopleSection({ shopId }: { shopId: number }) {
  return (
    <SettingsSection
      id="people"
      title="People"
      lead="Everyone signs in with their own email. Access ends the moment you remove a person."
    >
      <QueryState query={usePeople(shopId)} loading="Loading people...">
        {({ people, invitations }) => (
          <>
            <ul aria-label="People" className="grid divide-y divide-line border-y border-line">
              {people.map((member) => (
                <MemberRow key={member.userId} shopId={shopId} member={member} />
              ))}
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} shopId={shopId} invitation={invitation} />
              ))}
            </ul>
            <InviteForm shopId={shopId} />
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5'

function MemberRow({ shopId, member }: { shopId: number; member: Member }) {
  const session = useSession()
  const isYou = session.state === 'signed-in' && session.user.id === member.userId
  const change = usePeopleChange(shopId)
  const isFactorRequired = useProductSettings()?.requireSecondFactor === true
  const [asking, setAsking] = useState<ShopRole | 'remove' | null>(null)
  const { name, email, role, userId, hasSecondFactor, joinedAt } = member
  const shownName = name === '' ? email : name
  const close = () => {
    setAsking(null)
    change.reset()
  }
  const changeRole = (next: ShopRole) =>
    change.mutate(
      { do: 'change role', userId, from: role, role: next },
      {
        onSuccess: () => {
          setAsking(null)
          toast({ title: `${shownName} is now ${roleWords[next].noun}` })
        },
      },
    )
  const remove = () =>
    change.mutate(
      { do: 'remove', userId },
      {
        onSuccess: () => {
          setAsking(null)
          toast({ title: `${shownName} no longer works here` })
        },
      },
    )
  return (
    <li className={rowClass}>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="wrap-anywhere">{shownName}</bdi>
          {isYou && <Badge>You</Badge>}
          {isFactorRequired && !hasSecondFactor && <Badge tone="amber">No second factor</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {email} · since {day.format(new Date(joinedAt))}
        </p>
      </div>
      <select
        aria-label={`Role of ${shownName}`}
        value={role}
        onChange={(event) => setAsking(event.target.value as ShopRole)}
        className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-ui"
      >
        {shopRoles.map((each) => (
          <option key={each} value={each}>
            {roleWords[each].label}
          </option>
        ))}
      </select>
      <Button variant="ghost" size="small" onClick={() => setAsking('remove')}>
        Remove<span className="sr-only"> {shownName}</span>
      </Button>
      {asking === 'remove' && (
        <ConfirmDialog
          title={`Remove ${shownName}?`}
          confirmLabel="Remove"
          busyText="Removing..."
          busy={change.isPending}
          problem={change.error?.message ?? null}
          onConfirm={remove}
          onClose={close}
        >
          <p>
            Their access to this shop ends right away, on every device. Their upcoming jobs become unassigned.
            We’ll email them.
          </p>
        </ConfirmDialog>
      )}
      {asking !== null && asking !== 'remove' && (
        <ConfirmDialog
          title={`Make ${shownName} ${roleWords[asking].noun}?`}
          confirmLabel="Change role"
          busyText="Changing..."
          tone="primary"
          busy={change.isPending}
          problem={change.error?.message ?? null}
          onConfirm={() => changeRole(asking)}
          onClose={close}
        >
          <p>{roleWords[asking].may}</p>
          <p>
            {isYou
              ? 'This is your own role. Only another owner can change it back.'
              : 'The new role applies right away. We’ll email them.'}
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function InvitationRow({ shopId, invitation }: { shopId: number; invitation: Invitation }) {
  const change = usePeopleChange(shopId)
  const { id, email, role, expiresAt, isExpired } = invitation
  return (
    <li className={rowClass}>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{email}</span>
          <Badge tone={isExpired ? 'amber' : 'blue'}>{isExpired ? 'Expired' : 'Invited'}</Badge>
        </p>
        <p className="text-sm text-muted">
          {roleWords[role].label} ·{' '}
          {isExpired ? 'Invite them again.' : `The link works until ${day.format(new Date(expiresAt))}.`}
        </p>
      </div>
      <Button
        variant="ghost"
        size="small"
        busy={change.isPending}
        busyText="Working..."
        onClick={() =>
          change.mutate(
            { do: 'invite', email, role },
            { onSuccess: () => toast({ title: 'Invitation sent again' }) },
          )
        }
      >
        Send again<span className="sr-only"> to {email}</span>
      </Button>
      <Button
        variant="ghost"
        size="small"
        onClick={() => change.mutate({ do: 'withdraw', invitationId: id })}
      >
        Withdraw<span className="sr-only"> the invitation of {email}</span>
      </Button>
      {change.isError && (
        <div className="w-full">
          <Alert tone="bad">{change.error.message}</Alert>
        </div>
      )}
    </li>
  )
}
