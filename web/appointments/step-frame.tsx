import type { MouseEvent, ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { useCountStep } from '../funnel/count-step.ts'
import { Page } from '../layout/page.tsx'
import { Button } from '../ui/button.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { addressOf, goBackTo } from './booking-history.ts'
import { bookingSteps, stepNames, type BookingStep } from './booking-steps.ts'

type StepFrameProps = { step: BookingStep; title: string; children: ReactNode }

/** The frame of a step: its title, the way back, and the progress. */
export function StepFrame({ step, title, children }: StepFrameProps) {
  useCountStep(step)
  const index = bookingSteps.indexOf(step)
  const before = bookingSteps[index - 1]
  return (
    <Page
      title={title}
      width="wide"
      actionsBeside
      actions={
        <Button variant="secondary" size="small" onClick={() => goBackTo(before ?? 'list')}>
          {before ? (
            <>
              <ArrowLeft className="size-4" aria-hidden="true" />
              Back
            </>
          ) : (
            'Cancel'
          )}
        </Button>
      }
    >
      <Stepper
        label="Booking progress"
        steps={bookingSteps.map((each) => stepNames[each])}
        current={index}
        linkTo={(index) => linkBackTo(bookingSteps[index] ?? 'vehicle')}
      />
      <div className="mt-5 sm:mt-8">{children}</div>
    </Page>
  )
}

/** A step's content beside the running summary. */
export function StepColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-8">
      <div className="min-w-0">{children}</div>
      {summary}
    </div>
  )
}

const backNames = {
  vehicle: 'Back to Vehicle Information',
  package: 'Back to Package Selection',
  schedule: 'Back to Schedule',
}

/** A real address, so that it can be opened in a new tab; a plain click goes through the booking history. */
function linkBackTo(step: BookingStep) {
  return {
    href: addressOf(step),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      goBackTo(step)
    },
  }
}

/** The link back to an earlier step, by name. */
export function BackLink({ to }: { to: keyof typeof backNames }) {
  return (
    <a
      {...linkBackTo(to)}
      className="inline-flex min-h-11 items-center gap-2 font-medium text-link underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {backNames[to]}
    </a>
  )
}
