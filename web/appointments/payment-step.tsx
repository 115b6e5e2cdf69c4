import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { formatPhone } from '../../contract/appointments/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatTimeOfDay, parseWallTime } from '../../contract/time.ts'
import { CardContextProvider } from '../payments/card-context.tsx'
import { CardField } from '../payments/card-field.tsx'
import { chargeSentence, consentSentence, isConnectionEncrypted } from '../payments/hold-words.ts'
import { useCard } from '../payments/use-card.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { formatVehicle } from './appointment-words.ts'
import type { BookingDraft, ContactDraft, OrderAttempt } from './booking-draft.ts'
import { goBackTo, goToConfirmation } from './booking-history.ts'
import type { BookingStep } from './booking-steps.ts'
import { BookingSummary } from './booking-summary.tsx'
import { keepConfirmation, type BookedAppointment } from './confirmation-store.ts'
import { changeDraft, clearDraft, useDraft } from './draft-store.ts'
import { OrderNoticeAlert } from './order-notice-alert.tsx'
import { usePackages, useSettings, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { BackLink, StepFrame } from './step-frame.tsx'
import { useOrder } from './use-order.ts'

type PaymentStepProps = {
  user: User
  /** Tells the step that is gone back to why. */
  onSentBack: (step: BookingStep, sentence: string) => void
}

export function PaymentStep({ user, onSentBack }: PaymentStepProps) {
  const settings = useSettings()
  const packages = usePackages()
  const shops = useShops()
  return (
    <StepFrame step="payment" title="Complete Your Purchase">
      <QueryState query={settings} loading="Loading...">
        {({ cards }) => (
          <QueryState query={packages} loading="Loading...">
            {(offers) => (
              <QueryState query={shops} loading="Loading...">
                {(list) => (
                  <CardContextProvider cards={cards}>
                    <PaymentForm user={user} onSentBack={onSentBack} offers={offers} shops={list} />
                  </CardContextProvider>
                )}
              </QueryState>
            )}
          </QueryState>
        )}
      </QueryState>
      <div className="mt-6">
        <BackLink to="schedule" />
      </div>
    </StepFrame>
  )
}

/** What is ordered: the order that waits for its answer, or else the draft. */
function orderedOf({ attempt, ...draft }: BookingDraft, offers: readonly InstallationPackage[]) {
  if (attempt) {
    const { order } = attempt
    return {
      offered: offers.find(({ id }) => id === Number(order.productId)),
      priceCents: Math.round(order.amount * 100),
      date: order.date,
      shopId: Number(order.shopId),
      vehicle: { ...order.vehicleInfo, year: Number(order.vehicleInfo.year) },
      contact: { name: order.name, email: order.email, phone: formatPhone(order.phone) },
    }
  }
  const offered = offers.find(({ id }) => id === draft.packageId)
  return {
    offered,
    priceCents: offered?.priceCents ?? 0,
    date: `${draft.day} ${draft.time}`,
    shopId: draft.shopId,
    vehicle: { ...draft.vehicle, year: Number(draft.vehicle.year) },
    contact: draft.contact,
  }
}

type PaymentFormProps = PaymentStepProps & {
  offers: readonly InstallationPackage[]
  shops: readonly BookableShop[]
}

function PaymentForm({ user, onSentBack, offers, shops }: PaymentFormProps) {
  const draft = useDraft(user.id)
  const queries = useQueryClient()
  const card = useCard()
  const form = useRef<HTMLFormElement>(null)
  const { offered, priceCents, date, shopId, vehicle, ...ordered } = orderedOf(draft, offers)
  const shop = shops.find(({ id }) => id === shopId)
  const contact = ordered.contact ?? { name: user.name, email: user.email, phone: '' }
  const waiting = draft.attempt !== null
  const wall = parseWallTime(date)

  const finish = (id: string, { order }: OrderAttempt) => {
    const booked: BookedAppointment = {
      owner: user.id,
      id,
      date: order.date,
      packageName: offered?.name ?? '',
      priceCents,
      installationTime: offered?.installationTime ?? '',
      shopName: shop?.businessName ?? '',
      shopAddress: shop?.address ?? '',
      vehicle: formatVehicle(vehicle),
      vin: order.vehicleInfo.vin ?? '',
      contact: { name: order.name, email: order.email, phone: order.phone },
    }
    void queries.invalidateQueries({ queryKey: ['appointments'] })
    goToConfirmation(() => {
      clearDraft(user.id)
      keepConfirmation(booked)
    })
  }

  const { busy, errors, wrongField, notice, submit, clearError } = useOrder({
    owner: user.id,
    contact,
    offered,
    card,
    onLeave: (outcome, attempt) => {
      if (outcome.kind === 'booked') return finish(outcome.id, attempt)
      const step = outcome.kind === 'slot' ? 'schedule' : 'package'
      onSentBack(step, outcome.sentence)
      goBackTo(step)
    },
  })

  // The focus goes to the first wrong field once the controls take it again and its sentence is there to be read.
  const focusCard = useEffectEvent(() => card?.focus())
  useEffect(() => {
    if (busy || !wrongField) return
    if (wrongField === 'card') focusCard()
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrongField}]`)?.focus()
  }, [busy, wrongField])

  const change = (name: keyof ContactDraft, value: string) => {
    changeDraft(user.id, { contact: { ...contact, [name]: value } })
    clearError(name)
  }
  const locked = busy || waiting

  if (!offered)
    return (
      <Alert tone="warn">
        The package you chose is no longer offered. Please go back and choose another package.
      </Alert>
    )

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-8">
      <h2 className="text-xl font-semibold sm:text-2xl lg:col-span-2">Secure Your Appointment</h2>
      <BookingSummary
        onPhone
        className="lg:order-2"
        chosen={{
          vehicle,
          offered: { ...offered, priceCents },
          shop,
          day: wall?.day ?? null,
          time: wall && formatTimeOfDay(wall.minutes),
        }}
      />
      <Card className="lg:order-1">
        <form
          ref={form}
          noValidate
          className="grid gap-5"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Alert>{chargeSentence(priceCents)}</Alert>
          <TextField
            label="Full Name"
            name="name"
            autoComplete="name"
            required
            readOnly={locked}
            value={contact.name}
            error={errors['name']}
            onChange={(event) => change('name', event.target.value)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Phone Number"
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="(123) 456-7890"
              required
              readOnly={locked}
              value={contact.phone}
              error={errors['phone']}
              onChange={(event) => change('phone', formatPhone(event.target.value))}
            />
            <TextField
              label="Email for Receipt"
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={locked}
              value={contact.email}
              error={errors['email']}
              onChange={(event) => change('email', event.target.value)}
            />
          </div>
          <CardField
            error={errors['card']}
            disabled={locked}
            onEdit={(sentence) => clearError('card', sentence ?? '')}
          />
          <p className="text-sm text-muted">{consentSentence(priceCents, 'Secure Appointment')}</p>
          <OrderNoticeAlert notice={notice} waiting={waiting && !busy} />
          <Button type="submit" size="large" busy={busy}>
            Secure Appointment
          </Button>
          <p className="flex items-start justify-center gap-2 text-sm text-muted">
            <LockKeyhole className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {isConnectionEncrypted()
              ? 'Secured by 256-bit encryption'
              : 'Your card number goes to the card provider alone and never reaches this site.'}
          </p>
        </form>
      </Card>
    </div>
  )
}
