import { useState } from 'react'
import { ArrowDown } from 'lucide-react'
import type { AdministratorAppointment, AppointmentDetails } from '../../contract/admin/admin.ts'
import { hasWorkBegun, isWorkDone, isWorkOver } from '../../contract/workshop/work-states.ts'
import { formatCents } from '../../contract/money.ts'
import { CallError } from '../api/client.ts'
import { useServerNow } from '../appointments/server-clock.ts'
import { paths } from '../paths.ts'
import { showDetailsPrice } from '../price/details-price-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { GuardedDialog } from '../ui/guarded-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { useAppointmentDetails } from './admin-queries.ts'
import { fitmentAwaited } from './admin-words.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { MarkConfirmed } from './confirmation.tsx'
import { DetailsFacts } from './details-facts.tsx'
import { DetailsPayment } from './details-payment.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { dueWords } from './due-words.ts'
import { isBookedJob } from './booked-job.ts'
import { closeAppointment } from './open-appointment.ts'
import { useSession } from '../identity/session.ts'
import { useMay } from '../identity/standing.ts'
import { Timeline } from './timeline.tsx'
import { useAskForCard, type RepairOutcome } from './use-repairs.ts'

type DetailsDialogProps = { id: string; onCancel: (appointment: AdministratorAppointment) => void }

/** The details of one appointment, over the view that opened it. */
export function DetailsDialog({ id, onCancel }: DetailsDialogProps) {
  const mayAsk = useMay('appointment.askForCard')
  const query = useAppointmentDetails(id)
  const now = useServerNow()
  const [asked, setAsked] = useState<RepairOutcome | null>(null)
  const [correcting, setCorrecting] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const mayMove = useMay('appointment.move')
  const mayReadTexts = useMay('text.read')
  const mayReadWork = useMay('work.read')
  const mayReadPrice = useMay('price.read')
  const session = useSession()
  const mayCorrect = useMay('appointment.correctContact')
  const isGone = query.error instanceof CallError && query.error.status === 404
  const details = isGone ? undefined : query.data
  const again = { retrying: query.isFetching, onRetry: () => void query.refetch() }
  const hasWork =
    mayReadWork && session.state === 'signed-in' && details !== undefined && hasWorkOrder(details)
  return (
    <GuardedDialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) closeAppointment()
      }}
      title="Appointment Details"
      footer={
        // A cancelled appointment takes no action.
        details &&
        details.paymentStatus !== 'cancelled' &&
        !asksForFee(details) && (
          <>
            {details.canAskForCard && details.workState !== 'no_show' && mayAsk && (
              <AskForCard id={id} holdState={details.hold.state} onOutcome={setAsked} />
            )}
            {/* The end of the appointment stands apart from its payment. */}
            <div className="flex gap-2 empty:hidden max-sm:[&>*]:flex-1 sm:flex-1 sm:flex-row-reverse sm:justify-between">
              <AppointmentActions
                appointment={details}
                onCancel={onCancel}
                now={now}
                isPaymentAsked={hasWork && asksForPayment(details)}
                size="regular"
                className="px-3! whitespace-nowrap max-sm:text-sm sm:px-4!"
                {...(mayReadPrice && { onAskFirst: showDetailsPrice })}
              />
            </div>
          </>
        )
      }
    >
      {query.isPending && <Loading />}
      {isGone && (
        <p className="py-6 text-muted">
          We couldn’t find this appointment. The link may have a typo, or the appointment belongs to another
          shop.
        </p>
      )}
      {query.isError && !isGone && !details && <ErrorState message={query.error.message} {...again} />}
      {details && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {query.isError && (
            <StaleDataAlert problem={query.error.message} loadedAt={query.dataUpdatedAt} {...again} />
          )}
          {asked && <Alert tone={asked.ok ? 'good' : 'bad'}>{asked.sentence}</Alert>}
          {mayReadPrice && details.paymentStatus !== 'cancelled' && <PriceJump details={details} />}
          <DisputeFacts details={details} />
          <DecidedFee details={details} />
          {details.paymentStatus === 'cancelled' && details.leftAtShopCents > 0 && (
            <LeftAtShop details={details} />
          )}
          {hasWork && details.paymentStatus !== 'cancelled' && (
            <DetailsWork details={details} userId={session.user.id} />
          )}
          {correcting ? (
            <CorrectCustomerContact
              details={details}
              onClose={() => setCorrecting(false)}
              onSaved={() => {
                setCorrecting(false)
                setAsked({ ok: true, sentence: 'Contact corrected. The timeline shows the old and the new.' })
              }}
            />
          ) : (
            <>
              <DetailsFacts details={details} />
              {/* The changes of a desk. */}
              <div className="flex flex-wrap gap-2.5">
                {details.workState === 'booked' && <MarkConfirmed details={details} onOutcome={setAsked} />}
                {mayMove && canMove(details) && (
                  <Button variant="secondary" size="small" onClick={() => setMoving(true)}>
                    Move
                  </Button>
                )}
                {mayCorrect && details.paymentStatus !== 'cancelled' && (
                  <Button
                    variant="secondary"
                    size="small"
                    onClick={() => {
                      setAsked(null)
                      setCorrecting(true)
                    }}
                  >
                    Correct contact
                  </Button>
                )}
              </div>
              {isMoving && (
                // The bar with Undo would stand behind this dialog.
                <MoveDialog details={details} onMoved={closeAppointment} onClose={() => setMoving(false)} />
              )}
            </>
          )}
          {!correcting && <DetailsPayment details={details} />}
          {hasWork && !correcting && <DetailsWorkOrder details={details} userId={session.user.id} />}
          {mayReadTexts && !correcting && <MessagesSection details={details} />}
          {details.fitment !== null && !correcting && (
            <FitmentPart
              id={id}
              fitment={details.fitment}
              awaited={details.awaitsFitment && <AwaitedCheck id={id} />}
            />
          )}
          {details.timeline.length > 0 && (
            <section aria-labelledby="timeline-heading" className="border-t border-line pt-6">
              <h3 id="timeline-heading" className="mb-4 font-semibold">
                Timeline
              </h3>
              <Timeline entries={details.timeline} timeZone={details.timeZone} />
            </section>
          )}
        </div>
      )}
    </GuardedDialog>
  )
}

const DecidedFee = lazyComponent(
  () => import('./decided-fee.tsx').then((module) => module.DecidedFee),
  () => null,
)

const LeftAtShop = lazyComponent(
  () => import('./left-at-shop.tsx').then((module) => module.LeftAtShop),
  () => null,
)

// With its validation it weighs as much as the dialog.
const CorrectCustomerContact = lazyComponent(
  () => import('./correct-customer-contact.tsx').then((module) => module.CorrectCustomerContact),
  Loading,
)

const MoveDialog = lazyComponent(
  () => import('../board/move-dialog.tsx').then((module) => module.MoveDialog),
  () => null,
)

const FitmentPart = lazyComponent(
  () => import('./details-fitment.tsx').then((module) => module.FitmentPart),
  () => <Skeleton className="h-20" />,
)

const DetailsWork = lazyComponent(
  () => import('../workshop/details-work.tsx').then((module) => module.DetailsWork),
  () => <Skeleton className="h-12" />,
)

const DetailsWorkOrder = lazyComponent(
  () => import('../workshop/details-work.tsx').then((module) => module.DetailsWorkOrder),
  () => <Skeleton className="h-32" />,
)

const MessagesSection = lazyComponent(
  () => import('../texts/messages-section.tsx').then((module) => module.MessagesSection),
  () => <Skeleton className="h-20" />,
)

/** Whether there is work to do, or was. */
function hasWorkOrder({ paymentStatus, hold, workState }: AppointmentDetails): boolean {
  return isBookedJob(paymentStatus, hold.state) || paymentStatus === 'completed' || hasWorkBegun(workState)
}

/** The amount that is due, and the way to the part about it further down. */
function PriceJump({ details }: { details: AppointmentDetails }) {
  const { needsAgreement, awaitsAgreement, workState } = details
  const isCharged = workState !== 'no_show'
  return (
    <div className="-mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="font-semibold tabular-nums">
        {isCharged ? dueWords(details) : noShowWords(details)}
        {!isCharged ? null : awaitsAgreement ? (
          <span className="font-medium text-info">, waiting for the customer</span>
        ) : (
          needsAgreement && <span className="font-medium text-warn">, not agreed yet</span>
        )}
      </p>
      <button
        type="button"
        onClick={showDetailsPrice}
        className="inline-flex min-h-8 items-center gap-1 text-ui text-link underline underline-offset-4 hover:no-underline"
      >
        Price and payment
        <ArrowDown className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}

/** The price is not charged for a no-show. */
function noShowWords({ cancelFee }: AppointmentDetails): string {
  return cancelFee === null ? 'Nothing due' : `${formatCents(cancelFee.feeCents)} fee agreed`
}

/** Whether `DetailsWork` asks for the payment, as the work is done. */
function asksForPayment({ workState, paymentStatus, hold }: AppointmentDetails): boolean {
  return isWorkDone(workState) && isBookedJob(paymentStatus, hold.state)
}

/** Whether `DetailsWork` asks for the fee of a no-show, or to cancel without it. */
function asksForFee({ workState, paymentStatus, hold, cancelFee }: AppointmentDetails): boolean {
  return workState === 'no_show' && isBookedJob(paymentStatus, hold.state) && cancelFee !== null
}

/** A car at the shop may get another bay or end; one that has left the shop, or never came, does not. */
function canMove({ workState, paymentStatus, hold }: AppointmentDetails): boolean {
  return !isWorkOver(workState) && isBookedJob(paymentStatus, hold.state)
}

function AwaitedCheck({ id }: { id: string }) {
  const mayReview = useMay('fitment.review')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-warn-soft px-4 py-3">
      <p className="text-ui font-medium text-warn">{fitmentAwaited}</p>
      {mayReview && (
        <ButtonLink href={paths.fitmentCheck(id)} variant="secondary" size="small">
          Open the check
        </ButtonLink>
      )}
    </div>
  )
}

type AskForCardProps = {
  id: string
  holdState: AppointmentDetails['hold']['state']
  onOutcome: (outcome: RepairOutcome) => void
}

/** The button's words for a customer who has given no card yet. */
const askWords = { no_card: 'Send the link again', at_shop: 'Send a link for the card' } as const

function AskForCard({ id, holdState, onOutcome }: AskForCardProps) {
  const { busy, ask } = useAskForCard(id, onOutcome)
  return (
    <Button variant="secondary" className="sm:mr-auto" busy={busy} busyText="Asking..." onClick={ask}>
      {holdState === 'no_card' || holdState === 'at_shop' ? askWords[holdState] : 'Ask for the card again'}
    </Button>
  )
}

function Loading() {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <output className="sr-only">Loading the appointment...</output>
      {['customer', 'vehicle', 'status', 'payment'].map((part) => (
        <Skeleton key={part} className="h-28" />
      ))}
    </div>
  )
}
