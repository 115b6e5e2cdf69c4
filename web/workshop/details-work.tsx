import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { workPhotoKinds } from '../../contract/workshop/work-order.ts'
import { isWorkDone } from '../../contract/workshop/work-states.ts'
import { photoKindWords } from '../../contract/workshop/work-words.ts'
import type { WorkJob } from '../../contract/workshop/work.ts'
import { theCard, formatMoment } from '../admin/admin-words.ts'
import { isBookedJob, isUnpaidAtDesk } from '../admin/booked-job.ts'
import { FeeActions } from '../admin/fee-actions.tsx'
import type { RepairOutcome } from '../admin/use-repairs.ts'
import { useCapture } from '../admin/use-capture.ts'
import { call } from '../api/client.ts'
import { TakePayment } from '../desk/take-payment.tsx'
import { useMay } from '../identity/standing.ts'
import { showDetailsPrice } from '../price/details-price-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { expectedState, expectedWorkOrder } from './offline-queue/offline-queue.ts'
import { OfflineStrip } from './offline-queue/offline-strip.tsx'
import { useOfflineQueue, useQueue } from './offline-queue/use-offline-queue.ts'
import { SheetButtons } from './sheets/sheet-buttons.tsx'
import { SignOffPart } from './sign-off/sign-off-part.tsx'
import { Checklist } from './work-order/checklist.tsx'
import { Mileage } from './work-order/mileage.tsx'
import { Notes } from './work-order/notes.tsx'
import { Part } from './work-order/part.tsx'
import { PhotoGrid } from './work-order/photo-grid.tsx'
import { Photos } from './work-order/photos.tsx'
import { StateButtons } from './work-order/state-buttons.tsx'
import { WorkStateBadge } from './work-state-badge.tsx'

const HandOverDialog = lazyComponent(
  () => import('./hand-over-dialog.tsx').then((module) => module.HandOverDialog),
  () => null,
)

type DetailsWorkProps = { details: AppointmentDetails; userId: string }

function useWorkOrder(id: string) {
  return useQuery({
    queryKey: ['work-order', id],
    queryFn: ({ signal }) => call('work.find', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Where the car is, and the next step of its work, for the desk. */
export function DetailsWork({ details, userId }: DetailsWorkProps) {
  return (
    <section aria-label="Work">
      <QueryState
        query={useWorkOrder(details.id)}
        loading="Loading the work order..."
        shape={<Skeleton className="h-12" />}
      >
        {(job) => <Work job={job} details={details} userId={userId} />}
      </QueryState>
    </section>
  )
}

function Work({ job, details, userId }: DetailsWorkProps & { job: WorkJob }) {
  const queue = useQueue(userId)
  const { write } = useOfflineQueue(userId)
  const [isHandingOver, setHandingOver] = useState(false)
  const mayRecord = useMay('work.record')
  const state = expectedState(job.workOrder.state, job.appointmentId, queue)
  const isUnpaid = isBookedJob(details.paymentStatus, details.hold.state)
  return (
    <div className="grid gap-3">
      <OfflineStrip userId={userId} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <WorkStateBadge state={state} />
          {job.workOrder.since !== null && (
            <span className="text-sm text-muted">
              since {nonBreakingHours(formatMoment(job.workOrder.since, job.timeZone))}
            </span>
          )}
        </p>
        {mayRecord && (
          <StateButtons
            job={job}
            userId={userId}
            state={state}
            isCompact
            {...(isUnpaid && { onHandOver: () => setHandingOver(true) })}
          />
        )}
      </div>
      {isWorkDone(state) && isUnpaid && <ChargeQuestion details={details} />}
      {state === 'no_show' && isUnpaid && <NoShow details={details} />}
      {isHandingOver && (
        <HandOverDialog
          details={details}
          takePayment={<TakePayment appointment={details} />}
          onHandOver={() => write(job, { kind: 'event', event: 'hand_over', from: state })}
          onClose={() => setHandingOver(false)}
        />
      )}
    </div>
  )
}

/** A no-show that is still booked, with the fee that the customer agreed to. */
function NoShow({ details }: { details: AppointmentDetails }) {
  const [outcome, setOutcome] = useState<RepairOutcome | null>(null)
  const { cancelFee, hold } = details
  const end = isUnpaidAtDesk(hold.state) ? '.' : ' and release the hold.'
  return (
    <div className="grid gap-2.5">
      <p className="text-ui text-muted">
        {cancelFee === null
          ? `The customer agreed to no fee. Cancel the appointment to close it${end}`
          : `The price isn’t charged for a no-show. The customer agreed to a fee of ${formatCents(cancelFee.feeCents)}.`}
      </p>
      {cancelFee !== null && (
        <FeeActions
          isMain
          id={details.id}
          feeCents={cancelFee.feeCents}
          of="no_show"
          onOutcome={setOutcome}
        />
      )}
      {outcome && <Alert tone={outcome.ok ? 'good' : 'bad'}>{outcome.sentence}</Alert>}
    </div>
  )
}

/**
 * The checklist, notes, photos, signature and papers of an appointment, for the desk. Of a cancelled one the
 * photos and papers.
 */
export function DetailsWorkOrder({ details, userId }: DetailsWorkProps) {
  const queue = useQueue(userId)
  const { data: found } = useWorkOrder(details.id)
  if (!found) return null
  const state = expectedState(found.workOrder.state, found.appointmentId, queue)
  const workOrder = expectedWorkOrder(found.workOrder, found.appointmentId, queue)
  const job = { ...found, workOrder }
  const done = workOrder.checklist.filter(({ isDone }) => isDone).length
  const { notes, photos, signOff } = workOrder
  const papers = <SheetButtons details={details} />
  if (details.paymentStatus === 'cancelled')
    return (
      <WorkOrderSection>
        {workPhotoKinds.map((kind) => (
          <PhotoGrid
            key={kind}
            words={photoKindWords[kind]}
            photos={photos.filter((photo) => photo.kind === kind)}
          />
        ))}
        {papers}
      </WorkOrderSection>
    )
  return (
    <WorkOrderSection>
      <Part title="Checklist" count={`${done} of ${workOrder.checklist.length}`}>
        <Checklist job={job} userId={userId} />
      </Part>
      <Part title="Notes" count={notes.length} isOpen={notes.length > 0}>
        <Notes job={job} userId={userId} />
      </Part>
      <Part title="Check-in and photos" count={photos.length}>
        <div className="grid gap-4">
          <Mileage job={job} userId={userId} />
          <Photos job={job} />
        </div>
      </Part>
      <Part title="Sign-off" count={signOff ? 'signed' : 0} isOpen={isWorkDone(state)}>
        <SignOffPart job={job} state={state} />
      </Part>
      {papers}
    </WorkOrderSection>
  )
}

function WorkOrderSection({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="work-order-heading" className="border-t border-line pt-6">
      <h3 id="work-order-heading" className="mb-3 font-semibold">
        Work order
      </h3>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}

/** The charge, asked as soon as the work is done. */
function ChargeQuestion({ details }: { details: AppointmentDetails }) {
  const mayCapture = useMay('payment.capture')
  const { busy, capture } = useCapture(details)
  const amount = formatCents(details.dueCents)
  if (isUnpaidAtDesk(details.hold.state))
    return (
      <Question words={`${amount} is not paid yet.`}>
        <TakePayment appointment={details} size="small" />
      </Question>
    )
  if (!mayCapture) return null
  if (details.needsAgreement)
    return (
      <Question
        words={
          details.awaitsAgreement
            ? 'The customer hasn’t answered about the price yet.'
            : 'The total is more than the customer agreed to.'
        }
      >
        <Button size="small" onClick={showDetailsPrice}>
          {details.awaitsAgreement ? 'See the price' : 'Ask the customer first'}
        </Button>
      </Question>
    )
  return (
    <Question words={`Charge ${amount} to ${theCard(details.hold.card)}?`}>
      <Button size="small" busy={busy} busyText="Charging..." onClick={capture}>
        Charge {amount}
      </Button>
    </Question>
  )
}

function Question({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-info-soft px-4 py-3">
      <p className="font-medium text-info">{words}</p>
      {children}
    </div>
  )
}
