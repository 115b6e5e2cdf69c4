import { useId } from 'react'
import { hasWorkBegun, isWorkOver } from '../../contract/workshop/work-states.ts'
import { useSession } from '../identity/session.ts'
import { Badge } from '../ui/badge.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { classNames } from '../ui/class-names.ts'
import { AppointmentChanges } from './appointment-changes.tsx'
import { CancelTerms } from './cancel-terms.tsx'
import { CardOnFile } from './card-on-file.tsx'
import { formatDaysToGo } from './appointment-times.ts'
import { ConditionList } from '../fitment/condition-list.tsx'
import { conditionWords } from './fitment-note-words.ts'
import { EarlierTime } from './earlier-time.tsx'
import { FitmentNote } from './fitment-note.tsx'
import { FormerActions } from './former-actions.tsx'
import { HoldNote, isHoldAsking } from './hold-note.tsx'
import type { ListedAppointment } from './list-sections.ts'
import { LongWallTime } from './long-wall-time.tsx'
import { MailNote } from './mail-note.tsx'
import { MoneyNote } from './money-note.tsx'
import { NextAppointmentFacts } from './next-appointment-facts.tsx'
import { claimOf } from './claim-facts.ts'
import { NextAppointmentHead, type AppointmentHeadProps } from './next-appointment-head.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useEditMode } from './use-edit-mode.ts'
import { VehicleFacts } from './vehicle-facts.tsx'
import { VisitFactsList } from './visit-facts.tsx'
import { workSentences } from './visit-status.ts'
import { VisitNote } from './visit-note.tsx'

// Its words of times weigh a fifth of the list, and few appointments are pending.
const PendingNote = lazyComponent(
  () => import('./pending-note.tsx').then((module) => module.PendingNote),
  () => <div className="m-4 min-h-24 sm:m-5 sm:min-h-16" />,
)

const OwnPrice = lazyComponent(
  () => import('../price/own-price.tsx').then((module) => module.OwnPrice),
  () => <div className="mt-4 min-h-32" />,
)

const WorkProgress = lazyComponent(
  () => import('./work-progress.tsx').then((module) => module.WorkProgress),
  () => <div className="mt-5 min-h-16" />,
)

type AppointmentCardProps = ListedAppointment & {
  now: number
  /** The large card, with all details for the visit. */
  isNext?: boolean
  /** The only card of its section, as wide as an upcoming one. */
  isAlone?: boolean
}

/**
 * One appointment, with the controls to change it while it is upcoming. One component for both sizes, so that
 * an edit in progress survives when another appointment becomes the next one.
 */
export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, status, now, isNext = false, isAlone = false } = props
  const { workState, dayPrice } = appointment
  const changing = useEditMode(appointment.id, status.section === 'upcoming' && status.lockedBecause === null)
  const headingId = useId()
  const isAhead = status.section === 'upcoming'
  // The one thing that the customer must do stands above all other facts.
  const asksCustomer = isHoldAsking(appointment)
  const claim = claimOf(appointment)
  const owner = useOwner()
  const isPaying = claim !== null && owner !== null && isAhead
  const conditions = conditionWords(appointment)
  const head = { appointment, status, now, heading: changing.heading, headingId }
  return (
    <article
      aria-labelledby={headingId}
      className={classNames(
        'min-w-0 overflow-hidden rounded-card border border-line',
        isAhead && 'bg-surface shadow-lift',
      )}
    >
      {asksCustomer && <HoldNote appointment={appointment} className="p-5" />}
      {isPaying && <PendingNote owner={owner} claim={claim} />}
      <VisitNote appointment={appointment} now={now} />
      {isAhead && <FitmentNote appointment={appointment} className="m-4 sm:m-5" />}
      {isNext && <NextAppointmentHead {...head} />}
      <div className={isNext ? 'p-5 sm:p-8 lg:p-10' : 'p-5 sm:p-6'}>
        {isNext ? (
          <NextAppointmentFacts appointment={appointment} />
        ) : (
          <SmallHead {...head} isWide={isAhead || isAlone} />
        )}
        {conditions && <ConditionList {...conditions} className={isNext ? 'mt-7' : 'mt-4'} />}
        {!asksCustomer && !isPaying && (
          <HoldNote appointment={appointment} className={isNext ? 'mt-7 border-t border-line pt-5' : 'mt-4'}>
            {isAhead && changing.mode !== 'card' && (
              <CardOnFile
                appointment={appointment}
                status={status}
                onChange={() => changing.setMode('card')}
              />
            )}
          </HoldNote>
        )}
        {isAhead && status.canCancel && (
          <CancelTerms appointment={appointment} now={now} className="mt-3 text-ui text-muted" />
        )}
        {appointment.cancellationReason !== null && (
          <p className="mt-4 text-ui [overflow-wrap:anywhere]">
            Reason given: <bdi>{appointment.cancellationReason}</bdi>
          </p>
        )}
        {workState !== 'booked' && appointment.status !== 'cancelled' && (
          <WorkProgress
            appointment={appointment}
            ending={isWorkOver(workState) ? workSentences[workState] : null}
          />
        )}
        {dayPrice !== undefined && <OwnPrice appointment={{ ...appointment, dayPrice }} />}
        <MoneyNote appointment={appointment} now={now} />
        {isAhead && <MailNote appointment={appointment} />}
        {isAhead && status.lockedBecause === null && changing.mode === 'none' && (
          <EarlierTime
            appointment={appointment}
            onReschedule={(start) => changing.setMode('datetime', start)}
          />
        )}
        {!isAhead && owner !== null && <FormerActions appointment={appointment} owner={owner} />}
        {isAhead && (
          <AppointmentChanges
            appointment={appointment}
            status={status}
            changing={changing}
            size={isNext ? 'regular' : 'small'}
          />
        )}
      </div>
    </article>
  )
}

function useOwner(): string | null {
  const session = useSession()
  return session.state === 'signed-in' ? session.user.id : null
}

type SmallHeadProps = AppointmentHeadProps & { isWide: boolean }

function SmallHead({ appointment, status, now, heading, headingId, isWide }: SmallHeadProps) {
  const isAhead = status.section === 'upcoming'
  const daysToGo = isAhead && !hasWorkBegun(appointment.workState) ? formatDaysToGo(appointment, now) : null
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} ref={heading} tabIndex={-1} className="text-lg leading-snug font-semibold">
          <LongWallTime text={appointment.appointmentDate} />
        </h3>
        <span className="flex items-center gap-3">
          {daysToGo !== null && <span className="text-ui font-medium text-muted">{daysToGo}</span>}
          <Badge tone={status.tone}>{status.label}</Badge>
        </span>
      </div>
      <div
        className={classNames(
          'mt-2.5 grid grid-cols-1 gap-x-8 gap-y-1 text-ui',
          isWide && 'sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)]',
        )}
      >
        <p>
          <bdi>{appointment.packageName}</bdi>, <span className="sr-only">Installation time: </span>
          {appointment.installationTime}
        </p>
        <p>
          <span className="sr-only">Vehicle: </span>
          <VehicleFacts vehicle={appointment.vehicleInfo} />
        </p>
        <p className="text-muted">
          <span className="sr-only">Location: </span>
          <bdi>{appointment.shopName}</bdi>, <bdi>{appointment.shopLocation}</bdi>
          {isAhead && appointment.visit.phone !== undefined && (
            <>
              , <PhoneLink phone={appointment.visit.phone} />
            </>
          )}
        </p>
      </div>
      {isAhead && (
        <VisitFactsList visit={appointment.visit} className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-ui" />
      )}
    </>
  )
}
