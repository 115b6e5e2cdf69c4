import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { Wallet } from '../../contract/payments/card-brand.ts'
import { chargeWords } from '../../contract/payments/charge-words.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatLongDay, formatTimeOfDay, instantOfWallTime, parseWallTime } from '../../contract/time.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { longestWorkNote } from '../../contract/limits.ts'
import { consentSentence } from '../../contract/payments/consent.ts'
import { textConsentWording } from '../../contract/texts/consent.ts'
import { ConditionList } from '../fitment/condition-list.tsx'
import { CardContextProvider } from '../payments/card-context.tsx'
import { CardField, emptyCard } from '../payments/card-field.tsx'
import { WalletButtons } from '../payments/wallet-buttons.tsx'
import { isConnectionEncrypted } from '../payments/hold-words.ts'
import { HowHoldWorks } from '../payments/how-hold-works.tsx'
import { useCard } from '../payments/use-card.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { formatVehicle } from './appointment-words.ts'
import type { ContactDraft, OrderAttempt } from './booking-draft.ts'
import { goBackTo, goInstead, goToConfirmation } from './booking-history.ts'
import type { BookingStep } from './booking-steps.ts'
import { BookingSummary } from './booking-summary.tsx'
import { bookingTermsSentence, shownTermsOf } from './booking-terms.ts'
import { confirmationStore, type BookedAppointment } from './confirmation-store.ts'
import { ContactFields } from './contact-fields.tsx'
import { changeDraft, clearDraft, useDraft } from './draft-store.ts'
import { confirmedOf } from './fitment-draft.ts'
import { OrderNoticeAlert } from './order-notice-alert.tsx'
import { currentOrderOf } from './current-order.ts'
import { useAppointments, usePackages, useSettings, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { canStillBook } from './shop-hours.ts'
import { ShopTrust } from './shop-trust.tsx'
import { BackLink, StepFrame } from './step-frame.tsx'
import { PaymentSkeleton } from './step-skeletons.tsx'
import { StepAction } from './summary-bar.tsx'
import { TextConsentBox } from './text-consent-box.tsx'
import { useOrder } from './use-order.ts'
import { useWalletTerms } from './use-wallet-terms.ts'

const checkFirst =
  'The shop checks your car first. If the package doesn’t fit, we cancel and release the hold.'

type PaymentStepProps = {
  user: User
  /** Passes the reason to the step that the user is sent back to. */
  onSentBack: (step: BookingStep, sentence: string) => void
}

export function PaymentStep({ user, onSentBack }: PaymentStepProps) {
  const settings = useSettings()
  const packages = usePackages()
  const shops = useShops()
  return (
    <StepFrame step="payment" title="Complete Your Purchase">
      <QueryState query={settings} loading="Loading..." shape={<PaymentSkeleton />}>
        {({ cards, now }) => (
          <QueryState query={packages} loading="Loading..." shape={<PaymentSkeleton />}>
            {(offers) => (
              <QueryState query={shops} loading="Loading..." shape={<PaymentSkeleton />}>
                {(list) => (
                  <CardContextProvider cards={cards}>
                    <PaymentForm
                      user={user}
                      onSentBack={onSentBack}
                      offers={offers}
                      shops={list}
                      now={Date.parse(now)}
                    />
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

/** The phone of the latest appointment; empty before the first. */
function useKnownPhone(email: string): string {
  const appointments = useAppointments(email).data ?? []
  const last = appointments.toSorted((one, other) =>
    other.appointmentDate.localeCompare(one.appointmentDate),
  )[0]
  return last ? formatPhone(last.phone) : ''
}

type PaymentFormProps = PaymentStepProps & {
  offers: readonly InstallationPackage[]
  shops: readonly BookableShop[]
  now: number
}

function PaymentForm({ user, onSentBack, offers, shops, now }: PaymentFormProps) {
  const draft = useDraft(user.id)
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const cardContent = useRef<string | null>(emptyCard)
  const [shownWallets, setShownWallets] = useState<readonly Wallet[]>([])
  const { offered, priceCents, date, shopId, vehicle, agreed, ...ordered } = currentOrderOf(draft, offers)
  const shop = shops.find(({ id }) => id === shopId)
  const phone = useKnownPhone(user.email)
  const contact = ordered.contact ?? { name: user.name, email: user.email, phone }
  const waiting = draft.attempt !== null
  const wall = parseWallTime(date)
  const card = useCard(wall?.day ?? null)
  const startsAt = wall && shop ? instantOfWallTime(wall.day, wall.minutes, shop.timeZone) : null

  const { verdict } = draft.fitment
  const sendsTexts = shop?.sendsTexts === true
  const terms = waiting ? agreed : shownTermsOf(shop, priceCents)
  const confirmed = confirmedOf(draft.fitment)
  const finish = (id: string, { order }: OrderAttempt) => {
    const booked: BookedAppointment = {
      owner: user.id,
      id,
      date: order.date,
      packageName: offered?.name ?? '',
      priceCents,
      awaitsCheck: verdict === null ? null : verdict === 'needs_review',
      installationTime: offered?.installationTime ?? '',
      shopName: shop?.businessName ?? '',
      shopAddress: shop?.address ?? '',
      shopPhone: shop?.facts.phone ?? '',
      productId: offered?.id ?? null,
      make: vehicle.make,
      vehicle: formatVehicle(vehicle),
      vin: order.vehicleInfo.vin ?? '',
      accountEmail: user.email,
      contact: { name: order.name, email: order.email, phone: order.phone },
    }
    void queries.invalidateQueries({ queryKey: ['appointments'] })
    goToConfirmation(() => {
      clearDraft(user.id)
      confirmationStore.write(booked)
    })
  }

  const { busy, errors, wrongField, notice, submit, checkContact, clearError } = useOrder({
    owner: user.id,
    contact,
    offered,
    card,
    cardProblem: () => cardContent.current,
    shownWallets,
    agreed: terms,
    textConsent: sendsTexts && draft.agreesToTexts ? { wording: textConsentWording } : null,
    onLeave: (outcome, attempt) => {
      if (outcome.kind === 'booked') return finish(outcome.id, attempt)
      const step = outcome.kind === 'slot' ? 'schedule' : 'package'
      onSentBack(step, outcome.sentence)
      goBackTo(step)
    },
  })

  // A draft may be older than the booking window. A sent order must still learn its own outcome.
  const isTooLate = !waiting && shop !== undefined && wall !== null && !canStillBook(shop, wall.day, now)
  const sendBack = useEffectEvent((day: string) => {
    onSentBack('schedule', `${formatLongDay(day)} can’t be booked anymore. Choose another date.`)
    goInstead('schedule')
  })
  useEffect(() => {
    if (isTooLate) sendBack(wall.day)
  }, [isTooLate, wall?.day])

  // Focuses the first invalid field after the controls are enabled again and its message has rendered.
  const focusField = (name: string) => {
    if (name === 'card') card.focus()
    else form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }
  const focusWrong = useEffectEvent(focusField)
  useEffect(() => {
    if (!busy && wrongField) focusWrong(wrongField)
  }, [busy, wrongField])
  const mayOpenWallet = () => {
    const wrong = checkContact()
    if (wrong !== null) focusField(wrong)
    return wrong === null
  }
  const wallets = useWalletTerms({ offered, priceCents, date, shop, terms })

  const change = (name: keyof ContactDraft, value: string) => {
    changeDraft(user.id, { contact: { ...contact, [name]: value } })
    clearError(name)
  }
  const locked = busy || waiting

  if (!offered)
    return <Alert tone="warn">We no longer offer that package. Go back and choose another one.</Alert>

  const chosen = {
    vehicle,
    offered: { ...offered, priceCents },
    shop,
    day: wall?.day ?? null,
    time: wall && formatTimeOfDay(wall.minutes),
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-8">
      <h2 className="text-xl font-semibold sm:text-2xl lg:col-span-2">Secure Your Appointment</h2>
      <BookingSummary
        onPhone
        hasStepAction
        isChargeTold
        isScrolling
        className="lg:order-2"
        terms={confirmed.length > 0 && <ConditionList title="You confirmed:" texts={confirmed} />}
        chosen={chosen}
      />
      <Card className="lg:order-1 lg:row-span-2">
        <form
          ref={form}
          noValidate
          className="grid gap-5"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Alert>{chargeWords({ priceCents, feeCents: terms?.feeCents })}</Alert>
          {verdict === 'needs_review' && <Alert>{checkFirst}</Alert>}
          <ContactFields contact={contact} errors={errors} locked={locked} onChange={change} />
          <TextAreaField
            label="Note for the shop"
            name="note"
            optional
            rows={2}
            dir="auto"
            maxLength={longestWorkNote}
            placeholder="For example, an aftermarket amplifier"
            readOnly={locked}
            value={draft.note}
            onChange={(event) => changeDraft(user.id, { note: event.target.value })}
          />
          {sendsTexts && (
            <TextConsentBox
              checked={draft.agreesToTexts}
              locked={locked}
              onChange={(agreesToTexts) => changeDraft(user.id, { agreesToTexts })}
            />
          )}
          {terms !== null && (
            <p className="rounded-control bg-sunken px-4 py-3 text-ui">
              <strong className="block font-medium">If you cancel</strong>
              {bookingTermsSentence(terms, startsAt, shop?.timeZone, now)}
            </p>
          )}
          <p className="text-sm text-muted">
            {consentSentence('booking', { priceCents, shownWallets, lateFee: terms })}
          </p>
          {wallets && (
            <WalletButtons
              terms={wallets}
              disabled={locked}
              error={errors['wallet']}
              onOffer={setShownWallets}
              mayOpen={mayOpenWallet}
              onPay={(createPaymentMethod) => submit({ place: 'wallet', createPaymentMethod })}
            />
          )}
          <CardField
            error={errors['card']}
            disabled={locked}
            onEdit={(sentence) => clearError('card', sentence ?? '')}
            onContent={(problem) => (cardContent.current = problem)}
          />
          <OrderNoticeAlert notice={notice} waiting={waiting && !busy} />
          <HowHoldWorks priceCents={priceCents} />
          <StepAction chosen={chosen}>
            <Button type="submit" size="large" busy={busy}>
              Secure Appointment
            </Button>
          </StepAction>
          <p className="flex items-start justify-center gap-2 text-sm text-muted">
            <LockKeyhole className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {isConnectionEncrypted()
              ? 'Secured by 256-bit encryption'
              : 'Your card number goes straight to our card provider. It never reaches this site.'}
          </p>
        </form>
      </Card>
      {shop && (
        <ShopTrust shop={shop} priceCents={priceCents} hasFee={terms !== null} className="lg:order-3" />
      )}
    </div>
  )
}
