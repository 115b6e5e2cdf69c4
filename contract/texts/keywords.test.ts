import { expect, test } from 'vitest'
import { readKeyword, readYes } from './keywords.ts'

test.each([
  ['STOP', 'stop', 'en'],
  [' stop. ', 'stop', 'en'],
  ['“Stop!”', 'stop', 'en'],
  ['Stop all', 'stop', 'en'],
  ['opt-out', 'stop', 'en'],
  ['cancel', 'stop', 'en'],
  ['Alto', 'stop', 'es'],
  ['¡PARAR!', 'stop', 'es'],
  ['párar', 'stop', 'es'],
  ['Unstop', 'start', 'en'],
  ['iniciar', 'start', 'es'],
  ['help?', 'help', 'en'],
  ['AYUDA', 'help', 'es'],
  ['Ｓtop', 'stop', 'en'],
  ['STOP\n\nSent from my phone', 'stop', 'en'],
])('%j is the keyword %s in %s', (body, kind, language) => {
  expect(readKeyword(body)).toEqual({ kind, language })
})

test.each(['stop please', 'Please cancel my appointment', 'yes', '', '👍', 'nonstop', 'What is the end?'])(
  '%j is no keyword',
  (body) => {
    expect(readKeyword(body)).toBeNull()
  },
)

test.each([
  ['C', 'en'],
  ['c.', 'en'],
  ['Yes!', 'en'],
  ['Sí', 'es'],
  ['confirmo', 'es'],
])('%j says yes in %s', (body, language) => {
  expect(readYes(body)).toBe(language)
  expect(readKeyword(body)).toBeNull()
})

test.each(['yes but later', 'cc', 'no', '', 'stop', 'see you'])('%j says no yes', (body) => {
  expect(readYes(body)).toBeNull()
})
