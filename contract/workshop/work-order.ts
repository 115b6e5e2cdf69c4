import * as z from 'zod/mini'
import { longestWorkNote, mostMileage, mostSignaturePoints, mostSignatureStrokes } from '../limits.ts'
import { matching, shownText, uuid } from '../text.ts'
import { workEvents, workStates } from './work-states.ts'

/**
 * `shop`: for the people of the shop alone. `customer`: for the customer too. `from_customer`: by the
 * customer.
 */
export const noteKinds = ['shop', 'customer', 'from_customer'] as const
export type NoteKind = (typeof noteKinds)[number]

/** `damage`: found at the arrival. `before` and `after` the work. */
export const workPhotoKinds = ['damage', 'before', 'after'] as const
export type WorkPhotoKind = (typeof workPhotoKinds)[number]

/** The box in which a signature is drawn; its points lie in it. */
export const signatureBox = { width: 1000, height: 400 } as const

/** `[x, y]` in the box. */
const point = z.array(z.int().check(z.minimum(0), z.maximum(signatureBox.width))).check(
  z.length(2),
  z.refine(([, y = 0]) => y <= signatureBox.height),
)

/** Lines of points in the box; none when the typed name is the signature. */
export const strokes = z.array(z.array(point).check(z.minLength(1))).check(
  z.maxLength(mostSignatureStrokes),
  z.refine((lines) => lines.reduce((sum, line) => sum + line.length, 0) <= mostSignaturePoints),
)
export type Strokes = z.infer<typeof strokes>

export const signOff = z.object({
  signerName: z.string(),
  /** The sentence that was signed. */
  wording: z.string(),
  strokes,
  /** ISO. */
  signedAt: z.string(),
  /** On a device of the shop, or by the customer's link. */
  signedVia: z.enum(['shop', 'link']),
})
export type SignOff = z.infer<typeof signOff>

export const workPhoto = z.object({
  id: z.string(),
  kind: z.enum(workPhotoKinds),
  /** Shows the photo for 10 minutes; null once the file was deleted. */
  url: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  uploadedAt: z.string(),
})
export type WorkPhoto = z.infer<typeof workPhoto>

/** Everything about the work of one appointment but its money. `by` is null for deleted accounts. */
export const workOrder = z.object({
  state: z.enum(workStates),
  /** ISO: when it came into this state; null while it is booked. */
  since: z.nullable(z.string()),
  /** The newest reading of the odometer, in miles; null without one. */
  mileage: z.nullable(z.int()),
  checklist: z.array(
    z.object({ item: z.string(), text: z.string(), isDone: z.boolean(), by: z.nullable(z.string()) }),
  ),
  /** Oldest first. */
  notes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(noteKinds),
      body: z.string(),
      writtenAt: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  photos: z.array(workPhoto),
  signOff: z.nullable(signOff),
})
export type WorkOrder = z.infer<typeof workOrder>

/** ISO in UTC, as a browser writes it. */
const deviceTime = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 24).check(
  // Also refuses February 30, which JavaScript reads as a day of March.
  z.refine((text) => new Date(Date.parse(text) || 0).toISOString() === text),
)

/**
 * One press. `from`: the state that the person saw; another one in the meantime refuses the event as
 * `work_changed`. `pressedAt`: the clock of a browser that had no connection. The same `id` again counts
 * once.
 */
export const newWorkEvent = z.strictObject({
  id: uuid,
  event: z.enum(workEvents),
  from: z.enum(workStates),
  pressedAt: z.optional(deviceTime),
})
export type NewWorkEvent = z.infer<typeof newWorkEvent>

const noteText = shownText(
  longestWorkNote,
  'Please write a note',
  `Please keep the note under ${longestWorkNote} characters`,
)

export const newWorkNote = z.strictObject({
  id: uuid,
  kind: z.enum(['shop', 'customer']),
  body: noteText,
})
export type NewWorkNote = z.infer<typeof newWorkNote>

const mileageSentence = 'Please enter the miles as a number, such as 48250'

export const newMileage = z.strictObject({
  id: uuid,
  mileage: z
    .int(mileageSentence)
    .check(z.minimum(0, mileageSentence), z.maximum(mostMileage, 'That is more than an odometer shows')),
})
export type NewMileage = z.infer<typeof newMileage>

export const newChecklistMark = z.strictObject({
  id: uuid,
  item: matching(/^[a-z-]+$/, 60),
  isDone: z.boolean(),
})
export type NewChecklistMark = z.infer<typeof newChecklistMark>

export const newSignOff = z.strictObject({
  name: shownText(100, 'Please type your name', 'Please keep the name under 100 characters'),
  /** The sentence on the page: a newer one must be read first. */
  wording: shownText(500, 'Please read the sentence on the page'),
  strokes,
})
export type NewSignOff = z.infer<typeof newSignOff>

/** The sentence that a customer signs. */
export const signOffWording =
  'The installation is complete. I was shown how it works, and I found no damage to my car.'
