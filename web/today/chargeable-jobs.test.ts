import { expect, test } from 'vitest'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { workStates, type WorkState } from '../../contract/workshop/work-states.ts'
import { splitChargeable } from './chargeable-jobs.ts'
import { leftOutSentences } from './left-out-words.ts'

type Facts = Partial<Pick<JobOfDay, 'paymentStatus' | 'needsAgreement'>> & { workState: WorkState }

const job = ({ workState, paymentStatus = 'authorized', needsAgreement = false }: Facts) =>
  ({ appointmentId: workState, workState, paymentStatus, needsAgreement }) as JobOfDay

test('only jobs whose work is done are charged together', () => {
  const { chargeable, notArrived, notDone } = splitChargeable(
    workStates.map((workState) => job({ workState })),
  )
  expect(chargeable.map(({ workState }) => workState)).toEqual(['ready', 'handed_over'])
  expect({ notArrived, notDone }).toEqual({ notArrived: 2, notDone: 2 })
})

test('a total that the customer has not agreed to, and a job without a card, are not charged with others', () => {
  const jobs = [
    job({ workState: 'ready', needsAgreement: true }),
    job({ workState: 'ready', paymentStatus: 'pending' }),
    job({ workState: 'ready' }),
  ]
  expect(splitChargeable(jobs)).toEqual({ chargeable: [jobs[2]], notArrived: 0, notDone: 0, notAgreed: 1 })
})

test('the jobs that are left out are counted with their reason', () => {
  expect(leftOutSentences({ notArrived: 0, notDone: 0, notAgreed: 0 })).toEqual([])
  expect(leftOutSentences({ notArrived: 1, notDone: 1, notAgreed: 2 })).toEqual([
    '1 job is left out: the car was never marked as arrived.',
    '1 job is left out: the work isn’t recorded as done.',
    '2 jobs are left out: the customer hasn’t agreed to the price.',
  ])
})
