import { useEffect, useId, useRef, useState } from 'react'
import type { Board } from '../../contract/admin/board.ts'
import { consentButtons } from '../../contract/payments/consent.ts'
import { longestWorkNote } from '../../contract/limits.ts'
import { formatCents } from '../../contract/money.ts'
import { formatTwelveHour, parseTimeOfDay } from '../../contract/time.ts'
import { formatShortDay } from '../board/board-words.ts'
import { quarterMinutes } from '../../contract/admin/move-times.ts'
import { usePackages } from '../appointments/queries.ts'
import { useWallNow } from '../admin/use-wall-now.ts'
import type { Card } from '../payments/use-card.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { CallerFields } from './caller-fields.tsx'
import { CarFields } from './car-fields.tsx'
import { deskDraftStore, orderOf, paymentOf, type DeskDraft, type DraftErrors } from './desk-draft.ts'
import { errorsOf, partOf } from './desk-errors.ts'
import { PackageFields } from './package-fields.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { TimeFields } from './time-fields.tsx'
import { useBookForCaller } from './use-book-for-caller.ts'

const DeskCard = lazyComponent(
  () => import('./desk-card.tsx').then((module) => module.DeskCard),
  () => <Skeleton className="h-24" />,
)

type BookingFormProps = {
  shopId: number
  draft: DeskDraft
  /** The board of the chosen day, once it is known. */
  board: Board | undefined
  /** The shop, with its bays and its today. */
  home: Board
  onChange: (parts: Partial<DeskDraft>) => void
  onClose: () => void
}

/** The form of a new booking, in columns. */
export function BookingForm({ shopId, draft, board, home, onChange, onClose }: BookingFormProps) {
  const formId = useId()
  const phoneField = useRef<HTMLInputElement>(null)
  const packages = usePackages().data ?? []
  const wall = useWallNow(home.timeZone)
  // The quarter that has begun, so that the payment can be taken at once.
  const now = wall && { day: wall.day, minutes: wall.minutes - (wall.minutes % quarterMinutes) }
  const [errors, setErrors] = useState<DraftErrors>({})
  const [missed, setMissed] = useState(0)
  const [cardError, setCardError] = useState<string | null>(null)
  const card = useRef<Card | null>(null)
  const { busy, problem, book, clearProblem } = useBookForCaller()
  const payment = paymentOf(draft)
  const offer = packages.find(({ id }) => id === draft.packageId)
  const priceCents = offer ? offer.priceCents + draft.fitment.extraCents : null
  const part = problem && partOf(problem.field)
  const shown: DraftErrors = problem && part ? { ...errors, [part]: problem.sentence } : errors
  const isAboutCard = problem?.field === 'paymentMethodId'
  const change = (parts: Partial<DeskDraft>) => {
    setErrors({})
    clearProblem()
    onChange(parts)
  }
  useFirstInvalid(formId, errors)

  const submit = async () => {
    const found = errorsOf(draft)
    setErrors(found)
    if (found.package !== undefined) setMissed((count) => count + 1)
    if (Object.keys(found).length > 0) return
    let paymentMethodId: string | undefined
    if (payment === 'card') {
      const answer = await card.current?.createPaymentMethod({ name: draft.name })
      if (!answer?.ok) return setCardError(answer?.sentence ?? 'The card form is still loading.')
      paymentMethodId = answer.paymentMethodId
    }
    const order = orderOf(draft, { shopId, ...(paymentMethodId !== undefined && { paymentMethodId }) })
    if ((await book(order, card.current)) === null) return
    deskDraftStore.write(null)
    onClose()
    toast({ title: `Booked: ${whenOf(draft)}`, description: doneWords[payment] })
  }

  return (
    <Dialog
      open
      size="full"
      initialFocus={phoneField}
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title="New booking"
      footer={
        <>
          {priceCents !== null && (
            <span className="self-center font-medium tabular-nums sm:mr-auto">{formatCents(priceCents)}</span>
          )}
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Booking...">
            {payment === 'card' ? consentButtons.booking : 'Book'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-x-7 gap-y-5 md:grid-cols-2 lg:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Part title="Customer">
            <CallerFields
              shopId={shopId}
              draft={draft}
              errors={shown}
              phoneField={phoneField}
              sendsTexts={home.sendsTexts}
              onChange={change}
            />
          </Part>
          <Part title="Car">
            <CarFields
              draft={draft}
              currentYear={Number(home.today.slice(0, 4))}
              errors={shown}
              onChange={change}
            />
          </Part>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Part title="Installation">
            {draft.model === '' ? (
              <p className="text-sm text-muted">
                Choose the car to see which packages fit.
                {shown.package && <span className="block font-medium text-bad">{shown.package}</span>}
              </p>
            ) : (
              <PackageFields
                draft={draft}
                offers={packages}
                errors={shown}
                missed={missed}
                onChange={change}
                onVerdict={(fitment) => onChange({ fitment })}
              />
            )}
          </Part>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Part title="Time">
            <TimeFields
              draft={draft}
              board={board}
              bays={home.bays}
              now={now}
              lengthMinutes={offer ? offer.durationMinutes + draft.fitment.extraMinutes : null}
              error={shown.time}
              onChange={change}
            />
          </Part>
          <PaymentFields payment={payment} onChange={(chosen) => change({ payment: chosen })}>
            {payment === 'card' && priceCents !== null && (
              <DeskCard
                day={draft.day === '' ? null : draft.day}
                priceCents={priceCents}
                error={(isAboutCard ? problem.sentence : cardError) ?? undefined}
                busy={busy}
                onEdit={(sentence) => {
                  setCardError(sentence)
                  clearProblem()
                }}
                onCard={(next) => {
                  card.current = next
                }}
              />
            )}
          </PaymentFields>
          <TextAreaField
            label="Customer’s note"
            optional
            rows={2}
            dir="auto"
            maxLength={longestWorkNote}
            value={draft.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        </div>
        {problem !== null && part === null && !isAboutCard && (
          <div className="col-span-full">
            <Alert tone="bad">{problem.sentence}</Alert>
          </div>
        )}
      </form>
    </Dialog>
  )
}

const doneWords = {
  link: 'The customer gets a link to add a card.',
  card: 'The card is held.',
  at_shop: 'The customer pays at the shop.',
} as const

function whenOf({ name, day, time }: DeskDraft): string {
  return `${name}, ${formatShortDay(day)}, ${formatTwelveHour(parseTimeOfDay(time) ?? 0)}`
}

/** Leads to the first field with an error after a press. */
function useFirstInvalid(formId: string, errors: DraftErrors): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid], input:invalid')?.focus()
  }, [formId, errors])
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </div>
  )
}
