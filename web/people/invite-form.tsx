import { useState } from 'react'
import { newInvitation } from '../../contract/shops/people.ts'
import { shopRoles, type ShopRole } from '../../contract/identity/roles.ts'
import { roleWords } from '../../contract/identity/role-words.ts'
import { CallError } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useFormErrors } from '../shops/use-form-errors.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const { form, errors, show, edited } = useFormErrors()
  const change = usePeopleChange(shopId)
  const submit = () => {
    if (change.isPending) return
    setProblem(null)
    const found = findFieldErrors(newInvitation, { email: email || undefined, role })
    show(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { do: 'invite', email, role },
      {
        onSuccess: () => {
          setEmail('')
          toast({ title: 'Invitation sent', description: `We emailed a link to ${email.trim()}.` })
        },
        onError: (error) => {
          if (error instanceof CallError && error.field !== null) show({ [error.field]: error.message })
          else setProblem(error.message)
        },
      },
    )
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Invite a person"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
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
        <Button type="submit" busy={change.isPending} busyText="Sending...">
          Send invitation
        </Button>
      </div>
    </form>
  )
}
