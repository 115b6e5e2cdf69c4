import { expect, test } from 'vitest'
import { reviewAnswers } from '../../contract/fitment/review-endpoints.ts'
import { needsNote, noPhotoWords, templates } from './review-words.ts'

test('no ready-made text speaks of a photo that may be missing, or offers a call: a shop has no phone here', () => {
  for (const answer of reviewAnswers) {
    expect(templates[answer].join(' ')).not.toMatch(/your photo|\bcall\b/i)
    if (needsNote(answer)) expect(templates[answer].length).toBeGreaterThan(0)
  }
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
