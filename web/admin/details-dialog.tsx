import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdministratorAppointment, AppointmentDetails } from '../../contract/admin/admin.ts'
import { hasWorkBegun, isWorkDone, isWorkOver } from '../../contract/workshop/work-states.ts'
import { formatCents } from '../../contract/money.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { CallError } from '../api/client.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { paths } from '../paths.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAppointmentDetails } from './admin-queries.ts'
import { fitmentAwaited, formatClock, formatMoment, holdWordsOf } from './admin-words.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { DateText, StatusCell } from './appointment-cells.tsx'
import { ConfirmationWords, MarkConfirmed } from './confirmation.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { isBookedJob } from './booked-job.ts'
import { closeAppointment } from './open-appointment.ts'
import { useSession } from '../identity/session.ts'
import { useMay } from '../identity/standing.ts'
import { TechnicianSelect } from '../today/technician-select.tsx'
import { Timeline } from './timeline.tsx'
import { useAskForCard, type RepairOutcome } from './use-repairs.ts'

type DetailsDialogProps = { id: string; onCancel: (appointment: AdministratorAppointment) => void }

/** The details of one appointment, over the view that opened it. */
export function DetailsDialog({ id, onCancel }: DetailsDialogProps) {
  const mayAsk = useMay('appointment.askForCard')
  const query = useAppointmentDetails(id)
  const [asked, setAsked] = useState<RepairOutcome | null>(null)
  const [correcting, setCorrecting] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const mayMove = useMay('appointment.move')
  const mayReadTexts = useMay('text.read')
  const mayReadWork = useMay('work.read')
  const mayReadPrice = useMay('price.read')
  const session = useSession()
  const mayCorrect = useMay('appointment.correctContact')
  const details = query.data
  const hasWork =
    mayReadWork && session.state === 'signed-in' && details !== undefined && hasWorkOrder(details)
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) closeAppointment()
      }}
      title="Appointment Details"
      footer={
        details && (
          <>
            {details.canAskForCard && mayAsk && (
              <AskForCard id={id} holdState={details.hold.state} onOutcome={setAsked} />
            )}
            <div className="flex gap-3 [&>*]:flex-1">
              <AppointmentActions
                appointment={details}
                onCancel={onCancel}
                isPaymentAsked={hasWork && asksForPayment(details)}
                size="regular"
                className="px-4! whitespace-nowrap"
              />
            </div>
          </>
        )
      }
    >
      {query.isPending && <Loading />}
      {query.isError && isGone && (
        <p className="py-6 text-muted">
          We couldn’t find this appointment. The link may have a typo, or the appointment belongs to another
          shop.
        </p>
      )}
      {query.isError && !isGone && (
        <ErrorState
          message={query.error.message}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {details && !query.isError && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {asked && <Alert tone={asked.ok ? 'good' : 'bad'}>{asked.sentence}</Alert>}
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
              <Facts details={details} />
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
          {mayReadPrice && hasWork && !correcting && hasPrice(details) && <DetailsPrice details={details} />}
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
    </Dialog>
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

const DetailsPrice = lazyComponent(
  () => import('../price/details-price.tsx').then((module) => module.DetailsPrice),
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

/** A cancelled appointment has a price only where money was taken. */
function hasPrice({ paymentStatus, capturedCents }: AppointmentDetails): boolean {
  return paymentStatus !== 'cancelled' || capturedCents > 0
}

/** Whether `DetailsWork` asks for the payment, as the work is done. */
function asksForPayment({ workState, paymentStatus, hold }: AppointmentDetails): boolean {
  return isWorkDone(workState) && isBookedJob(paymentStatus, hold.state)
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

const paidWords = {
  cash: 'in cash, at the shop',
  terminal: 'with the shop’s terminal',
  other: 'at the shop, in another way',
} as const

function Facts({ details }: { details: AppointmentDetails }) {
  const mayReadEmail = useMay('appointment.readEmail')
  const mayReadContact = useMay('contact.read')
  const { vehicleInfo, hold, timeZone } = details
  const holdWords = holdWordsOf(hold, timeZone)
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <Group title="Customer Information">
        <Fact label="Name">
          {details.contactId !== null && mayReadContact ? (
            <Link
              href={paths.contact(details.contactId)}
              title="Open the contact"
              className="text-link underline underline-offset-4 hover:no-underline"
            >
              <bdi>{details.customerName}</bdi>
            </Link>
          ) : (
            <bdi>{details.customerName}</bdi>
          )}
        </Fact>
        <Fact label="Phone">
          <PhoneLink phone={details.customerPhone} />
        </Fact>
        {mayReadEmail && (
          <Fact label="Email">
            {details.customerEmail === '' ? (
              'not given'
            ) : (
              <a
                href={`mailto:${encodeURI(details.customerEmail)}`}
                className="text-link underline underline-offset-4 hover:no-underline"
              >
                <EmailText email={details.customerEmail} />
              </a>
            )}
            {details.mailedTo !== details.customerEmail.toLowerCase() && (
              <span className="block text-muted">
                Not confirmed by the customer. Emails go to <EmailText email={details.mailedTo} />.
              </span>
            )}
          </Fact>
        )}
      </Group>
      <Group title="Vehicle Information">
        <Fact label="Make & Model">{formatVehicle(vehicleInfo)}</Fact>
        <Fact label="VIN">{vehicleInfo.vin || 'not given'}</Fact>
      </Group>
      <Group title="Appointment Status">
        <Fact label="Date & Time">
          <DateText appointment={details} />
          <span className="block text-sm text-muted">
            to {nonBreakingHours(formatClock(details.endsAt, details.timeZone))}
          </span>
          {details.waitsForEarlier && (
            <span className="block text-sm text-muted">Waiting for an earlier time</span>
          )}
        </Fact>
        <Fact label="Status">
          <StatusCell appointment={details} />
        </Fact>
        {details.confirmation && (
          <Fact label="Confirmed">
            <ConfirmationWords confirmation={details.confirmation} timeZone={timeZone} />
          </Fact>
        )}
        <Fact label="Number">{appointmentNumber(details.id)}</Fact>
        <Fact label="Package">{details.packageName}</Fact>
        <Fact label="Shop">
          <bdi>{details.shopName}</bdi>, <bdi className="inline-block max-w-full">{details.bayName}</bdi>
        </Fact>
        <TechnicianFact details={details} />
      </Group>
      <Group title="Payment">
        <Fact label="Price">{formatCents(details.priceCents)}</Fact>
        <Fact label="Card">{hold.card ? formatCard(hold.card) : 'not known'}</Fact>
        {holdWords && (
          <Fact label="Hold">
            <span className={holdWords.warning === null ? '' : 'font-medium text-warn'}>
              {holdWords.text}
            </span>
          </Fact>
        )}
        {details.cardDueAt !== null && (
          <Fact label="Card due">{nonBreakingHours(formatMoment(details.cardDueAt, timeZone))}</Fact>
        )}
        {details.paidAtShop !== null && <Fact label="Paid">{paidWords[details.paidAtShop]}</Fact>}
        <Fact label="Held">{formatCents(details.heldCents)}</Fact>
        <Fact label="Captured">{formatCents(details.capturedCents)}</Fact>
        <Fact label="Refunded">{formatCents(details.refundedCents)}</Fact>
        {details.cancelFee && details.decidedFee === null && details.paymentStatus !== 'completed' && (
          <Fact label="Agreed fee">{formatCents(details.cancelFee.feeCents)}</Fact>
        )}
        {details.disputedCents !== 0 && <Fact label="Disputed">{formatCents(details.disputedCents)}</Fact>}
      </Group>
    </div>
  )
}

/** The technician, with a choice of the shop's people while the job is to be done or was done. */
function TechnicianFact({ details }: { details: AppointmentDetails }) {
  const mayAssign = useMay('appointment.assign')
  const { paymentStatus, technician } = details
  const isChosen = isBookedJob(paymentStatus, details.hold.state) || paymentStatus === 'completed'
  if (!(mayAssign && isChosen) && technician === null) return null
  return (
    <Fact label="Technician">
      {mayAssign && isChosen ? (
        <TechnicianSelect
          appointmentId={details.id}
          shopId={details.shopId}
          technician={technician}
          customerName={details.customerName}
        />
      ) : (
        <bdi>{technician?.name}</bdi>
      )}
    </Fact>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2.5 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-ui">{children}</dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
