import { expect, test } from 'vitest'
import { bookingWindowDays, bookingLeadDays } from '../../contract/slots/booking-window.ts'
import { modelsByMake } from '../../contract/catalog/makes.ts'
import { firstVehicleYear } from '../../contract/catalog/vehicles.ts'
import { renewalHours } from '../../contract/payments/hold-plan.ts'
import { landingSubject } from './landing-subject.ts'
import { chargeStages, questionsOf } from './landing-words.ts'

const answerTo = (asked: string) =>
  questionsOf([]).find(({ question }) => question === asked)?.answer ?? 'no such question'

test('times and years on the page match the rules', () => {
  expect(answerTo('How soon can I come in?')).toMatch(/a week from today, the last about three weeks out/)
  expect([bookingLeadDays, bookingWindowDays]).toEqual([7, 14])
  expect(answerTo('Will it fit my car?')).toContain(`${firstVehicleYear} and newer`)
  expect(chargeStages[1].when).toBe('3 days before')
  expect(renewalHours[0]).toBe(3 * 24)
})

test('the title names every supported make', () => {
  for (const make of Object.keys(modelsByMake)) expect(landingSubject).toContain(make)
})

test('every offered package has its duration', () => {
  const offered = (name: string, installationTime: string) => ({
    id: 1,
    name,
    price: 1,
    priceCents: 100,
    installationTime,
    durationMinutes: 60,
    mainFeature: '',
    features: [],
  })
  const answers = questionsOf([offered('One', '2-3 hours'), offered('Two', '3-4 hours')])
  expect(answers.map(({ answer }) => answer).join(' ')).toContain(
    'One takes 2-3 hours and Two takes 3-4 hours. We only offer times',
  )
})
