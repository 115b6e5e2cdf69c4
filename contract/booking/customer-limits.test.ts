import { expect, test } from 'vitest'
import { findExceededLimit, type OwnAppointment } from './customer-limits.ts'

const hour = 3_600_000
const at = (from: number, to: number, vin: string | null = null): OwnAppointment => ({
  startsAt: from * hour,
  endsAt: to * hour,
  vin,
})
const strict = { upcoming: 3, allowsConflicts: false }

test.each([
  ['the first appointment', [], at(9, 12), null],
  ['an appointment that begins when the other ends', [at(9, 12)], at(12, 15), null],
  ['an appointment that ends when the other begins', [at(12, 15)], at(9, 12), null],
  ['an overlap at the start', [at(9, 12)], at(11, 14), 'own_appointment_then'],
  ['an overlap at the end', [at(11, 14)], at(9, 12), 'own_appointment_then'],
  ['an appointment within the other', [at(9, 17)], at(11, 12), 'own_appointment_then'],
  ['the vehicle of another appointment', [at(9, 12, 'A')], at(40, 43, 'A'), 'vehicle_has_appointment'],
  ['another vehicle', [at(9, 12, 'A')], at(40, 43, 'B'), null],
  ['two vehicles without a VIN', [at(9, 12)], at(40, 43), null],
  ['a third appointment', [at(9, 12), at(40, 43)], at(60, 63), null],
  ['a fourth appointment', [at(9, 12), at(40, 43), at(60, 63)], at(80, 83), 'too_many_appointments'],
] as const)('%s', (_, own, wanted, limit) => {
  expect(findExceededLimit(own, wanted, strict)).toBe(limit)
})

test('an installation may allow conflicts and more appointments', () => {
  const own = [at(9, 12, 'A'), at(9, 12, 'A'), at(9, 12, 'A')]
  expect(findExceededLimit(own, at(9, 12, 'A'), { upcoming: 4, allowsConflicts: true })).toBeNull()
})
