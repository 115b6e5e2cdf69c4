import type { NoteKind, WorkPhotoKind } from './work-order.ts'
import type { WorkEvent, WorkState } from './work-states.ts'

/** The states as staff and customers read them. */
export const workStateWords: Record<WorkState, string> = {
  booked: 'Booked',
  arrived: 'Arrived',
  in_bay: 'In the bay',
  ready: 'Ready',
  handed_over: 'Handed over',
  no_show: 'No-show',
}

/** The buttons that bring the work forward. */
export const workEventButtons: Record<Exclude<WorkEvent, 'go_back'>, string> = {
  arrive: 'Car arrived',
  start: 'Start work',
  finish: 'Work is done',
  hand_over: 'Hand over',
  mark_no_show: 'Mark as no-show',
}

/** The events in the history of an appointment. */
export const workEventWords: Record<WorkEvent, string> = {
  arrive: 'Car arrived',
  start: 'Work started',
  finish: 'Work done, the car is ready',
  hand_over: 'Car handed over',
  mark_no_show: 'Marked as no-show',
  go_back: 'Moved back',
}

export const noteKindWords: Record<NoteKind, string> = {
  shop: 'For the shop',
  customer: 'For the customer',
  from_customer: 'From the customer',
}

export const photoKindWords: Record<WorkPhotoKind, string> = {
  damage: 'Damage on arrival',
  before: 'Before the work',
  after: 'After the work',
}
