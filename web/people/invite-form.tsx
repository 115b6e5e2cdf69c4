import { useState } from 'react'
import { newInvitation } from '../../contract/shops/people.ts'
import { shopRoles, type ShopRole } from '../../contract/identity/roles.ts'
import { roleWords } from '../../contract/identity/role-words.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useFormSubmit } from '../shops/use-form-submit.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { toast } from '../ui/toast.ts'
import { usePeopleChange } from './people-queries.ts'

/** Invites a person by email. What was typed stays after a refusal. */
export function InviteForm({ shopId }: { shopId: number }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<ShopRole>('desk')
  const { form, errors, edited, busy, problem, submit } = useFormSubmit()
  const change = usePeopleChange(shopId)
  const invite = async () => {
    await change.mutateAsync({ do: 'invite', email, role })
    setEmail('')
    toast({ title: 'Invitation sent', description: `We emailed a link to ${email.trim()}.` })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Invite a person"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(findFieldErrors(newInvitation, { email: email || undefined, role }), invite)
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          inputMode="email"
          value={email}
          error={errors['email']}
          onChange={(event) => {
            setEmail(event.target.value)
            edited('email')
          }}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(value) => setRole(shopRoles.find((each) => each === value) ?? 'desk')}
          options={shopRoles.map((each) => ({ value: each, label: roleWords[each].label }))}
        />
      </div>
      <p className="text-sm text-muted">{roleWords[role].may}</p>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div>
        <Button type="submit" busy={busy} busyText="Sending...">
          Send invitation
        </Button>
      </div>
    </form>
  )
}
