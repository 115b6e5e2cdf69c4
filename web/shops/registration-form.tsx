import { useState, type ReactNode } from 'react'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { NewLoginFields } from '../identity/new-login-fields.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { AddressField } from './address-field.tsx'
import { emptyPayout, filledDetails, PayoutFields } from './payout-fields.tsx'
import { useRegistrationDraft } from './registration-draft.ts'
import { useRegisterShop } from './use-register-shop.ts'
import { WeekTable } from './week-table.tsx'

export function RegistrationForm() {
  const [draft, changeDraft] = useRegistrationDraft()
  const [details, setDetails] = useState(emptyPayout.details)
  const [password, setPassword] = useState('')
  const { form, errors, edited, busy, problem, policy, register } = useRegisterShop()
  const payout = { method: draft.paymentMethod, details }

  const change = (parts: Partial<typeof draft>, field: string) => {
    changeDraft(parts)
    edited(field)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Auto Shop Registration"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void register({
          ...draft,
          email: draft.email.trim(),
          paymentMethod: draft.paymentMethod ?? '',
          accountDetails: filledDetails(payout),
          password,
        })
      }}
    >
      <Section title="Your shop">
        <TextField
          label="Business Name"
          name="businessName"
          autoComplete="organization"
          required
          dir="auto"
          value={draft.businessName}
          error={errors['businessName']}
          onChange={(event) => change({ businessName: event.target.value }, 'businessName')}
        />
        <AddressField
          value={draft.address}
          error={errors['address']}
          onChange={(address) => change({ address }, 'address')}
        />
        <TextField
          label="Shop phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          optional
          hint="Customers see it when they book."
          value={draft.phone}
          error={errors['phone']}
          onChange={(event) => change({ phone: formatPhone(event.target.value) }, 'phone')}
        />
      </Section>
      <Section title="Business Hours">
        <WeekTable
          week={draft.businessHours}
          errors={errors}
          onChange={(businessHours, field) => change({ businessHours }, field)}
        />
      </Section>
      <Section title="Payout">
        <PayoutFields
          payout={payout}
          errors={errors}
          detailsHint="Stored encrypted and shown only in part. You can add them later."
          onChange={(next, field) => {
            setDetails(next.details)
            change({ paymentMethod: next.method }, field)
            if (field === 'paymentMethod') edited('accountDetails')
          }}
        />
      </Section>
      <Section title="Your login">
        <NewLoginFields
          email={draft.email}
          onEmailChange={(email) => change({ email }, 'email')}
          password={password}
          onPasswordChange={(typed) => {
            setPassword(typed)
            edited('password')
          }}
          policy={policy}
          errors={errors}
        />
      </Section>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <Button
        type="submit"
        size="large"
        busy={busy}
        busyText="Registering..."
        className="sm:justify-self-start"
      >
        Register Shop
      </Button>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children}
    </Card>
  )
}
