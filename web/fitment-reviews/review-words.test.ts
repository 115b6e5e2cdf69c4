import { expect, test } from 'vitest'
import { reviewAnswers } from '../../contract/fitment/review-endpoints.ts'
import { needsNote, noPhotoWords, templatesOf } from './review-words.ts'

const photo = { id: 'p', url: '/p', width: 4, height: 3 }

test('a ready-made text speaks of a photo only where there is one', () => {
  expect(templatesOf('does_not_fit', { photos: [photo] }).join(' ')).toContain('your photo')
  for (const answer of reviewAnswers) {
    const texts = templatesOf(answer, { photos: [] })
    expect(texts.join(' ')).not.toContain('your photo')
    if (needsNote(answer)) expect(texts.length).toBeGreaterThan(0)
  }
})

test('no ready-made text offers a call: a shop has no phone number here', () => {
  for (const answer of reviewAnswers)
    for (const text of templatesOf(answer, { photos: [photo] })) expect(text).not.toMatch(/\bcall\b/i)
})

test('the place of the photos claims a request only where one was mailed', () => {
  const booked = { appointmentId: 'a', photoAsked: null }
  expect(noPhotoWords(booked)).toContain('We emailed the customer a link')
  const question = { appointmentId: null, photoAsked: null }
  expect(noPhotoWords(question)).toBe('No photo came with this question. Ask for one if you need it.')
  expect(noPhotoWords({ ...question, photoAsked: 'The menu, please.' })).toBe(
    'You asked: “The menu, please.”',
  )
})
