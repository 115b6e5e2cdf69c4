import { expect, test } from 'vitest'
import type { AppointmentFitment } from '../../contract/fitment/package-fitment.ts'
import { conditionWords, openReviewOf, reviewWords } from './fitment-note-words.ts'

const review = { id: 'r', photoAsked: null, photoCount: 0, isChoiceDue: false, isWaiting: false }
const fitment: AppointmentFitment = {
  verdict: 'needs_review',
  reason: 'This car came with different systems.',
  conditions: [],
  isReviewed: false,
  extraMinutes: 0,
  extraCents: 0,
  review,
}

test('a check is open while the appointment is ahead', () => {
  expect(openReviewOf({ status: 'scheduled', fitment })).toBe(review)
  expect(openReviewOf({ status: 'pending', fitment })).toBe(review)
  expect(openReviewOf({ status: 'cancelled', fitment })).toBeNull()
  expect(openReviewOf({ status: 'scheduled', fitment: { ...fitment, review: null } })).toBeNull()
  expect(openReviewOf({ status: 'scheduled', fitment: null })).toBeNull()
})

test('the next step depends on the photos and on the time that is left', () => {
  expect(reviewWords(review).words).toContain('Add a photo of the dashboard')
  expect(reviewWords({ ...review, photoCount: 1 }).title).toBe('The shop is checking your photos.')
  const asked = reviewWords({ ...review, photoCount: 1, photoAsked: 'With the ignition on, please.' })
  expect(asked.words).toContain('“With the ignition on, please.”')
  const askedLate = reviewWords({ ...review, photoAsked: 'Closer, please.', isChoiceDue: true })
  expect(askedLate.words).toBe(
    '“Closer, please.” Without an answer before the appointment, we cancel it and release your hold.',
  )
  expect(reviewWords({ ...review, photoCount: 1, isChoiceDue: true }).words).toContain(
    'You can wait, or cancel',
  )
  expect(reviewWords({ ...review, isChoiceDue: true, isWaiting: true }).words).toContain('You chose to wait')
  for (const each of [review, { ...review, photoCount: 1 }, { ...review, isChoiceDue: true }])
    expect(reviewWords(each).words).toContain('release your hold')
})

test('the conditions of the verdict say who confirmed them', () => {
  const conditional: AppointmentFitment = {
    ...fitment,
    verdict: 'fits_with_condition',
    conditions: [{ id: 'aux', text: 'My car has an AUX socket.' }],
    review: null,
  }
  const texts = ['My car has an AUX socket.']
  expect(conditionWords({ status: 'scheduled', fitment: conditional })).toEqual({
    title: 'You confirmed:',
    texts,
  })
  expect(conditionWords({ status: 'completed', fitment: { ...conditional, isReviewed: true } })).toEqual({
    title: 'The shop confirmed the fit if this is true:',
    texts,
  })
  expect(conditionWords({ status: 'cancelled', fitment: conditional })).toBeNull()
  expect(conditionWords({ status: 'scheduled', fitment: { ...conditional, verdict: 'fits' } })).toBeNull()
  expect(conditionWords({ status: 'scheduled', fitment: null })).toBeNull()
})
