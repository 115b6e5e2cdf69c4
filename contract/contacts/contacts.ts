import * as z from 'zod/mini'
import { administratorAppointment } from '../admin/admin.ts'
import { contactFields } from '../booking/appointments.ts'
import { vehicle, vehicleInput } from '../catalog/vehicle.ts'
import { actingPerson } from '../identity/acting-person.ts'
import { longestContactNote, mostSearched, searchTooLong } from '../limits.ts'
import { atMost, matching, rowNumber, shopIdInQuery, shownText, uuid } from '../text.ts'

/** Searched text. The server reads control characters as spaces, and refuses nothing that can be typed. */
const searched = z.string('Please search for one text').check(atMost(mostSearched, searchTooLong))

/** A person whom a shop knows. `phone` has ten digits. */
const contactFacts = {
  id: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Whether this person has a customer account. */
  hasAccount: z.boolean(),
}

/**
 * A row of the list, and a result of a search. `appointments` counts all but those that were never paid for.
 */
export const listedContact = z.object({
  ...contactFacts,
  appointments: z.int(),
  /** The start of the next appointment, an instant with the shop's offset; null without one. */
  nextAt: z.nullable(z.string()),
  timeZone: z.string(),
})
export type ListedContact = z.infer<typeof listedContact>

/** `search` as in `searchQuery`, within the shop. `after` is the cursor of the page before. */
export const contactListQuery = z.strictObject({
  shopId: shopIdInQuery,
  search: z.optional(searched),
  after: z.optional(uuid),
})
export type ContactListQuery = z.infer<typeof contactListQuery>

/** The contacts of a shop by name. */
export const contactList = z.object({
  contacts: z.array(listedContact),
  /** Null on the last page. */
  nextAfter: z.nullable(z.string()),
})
export type ContactList = z.infer<typeof contactList>

export const contactNote = z.object({
  id: z.int(),
  text: z.string(),
  /** ISO. */
  writtenAt: z.string(),
  by: actingPerson,
})

/** A car of the contact's appointments, or one that the shop typed, which alone has an id. */
export const contactCar = z.object({ ...vehicle.shape, id: z.nullable(z.int()) })
export type ContactCar = z.infer<typeof contactCar>

/** Another contact of the shop with the same name, phone or email. */
export const samePerson = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  appointments: z.int(),
  /** What both have in common. */
  same: z.array(z.enum(['name', 'phone', 'email'])),
})
export type SamePerson = z.infer<typeof samePerson>

/** Another contact that was merged into this one. */
export const pastMerge = z.object({
  id: z.string(),
  /** The name of the record that was merged into this one. */
  name: z.string(),
  mergedAt: z.string(),
  by: actingPerson,
})

/** All that a shop knows about a person. Money in cents, from the ledger, over all appointments. */
export const contactPage = z.object({
  ...contactFacts,
  timeZone: z.string(),
  createdAt: z.string(),
  /** The soonest first. */
  upcoming: z.array(administratorAppointment),
  /** The latest first, at most 100. */
  past: z.array(administratorAppointment),
  cars: z.array(contactCar),
  /** The newest first. */
  notes: z.array(contactNote),
  money: z.object({
    chargedCents: z.int(),
    refundedCents: z.int(),
    /** Taken by disputes, less what they gave back. */
    disputedCents: z.int(),
    heldCents: z.int(),
  }),
  /** Appointments by their end. */
  counts: z.object({ upcoming: z.int(), completed: z.int(), cancelled: z.int() }),
  samePerson: z.array(samePerson),
  /** Merges that can be undone, the newest first. */
  merges: z.array(pastMerge),
})
export type ContactPage = z.infer<typeof contactPage>

const optionalFields = {
  phone: z.optional(z.nullable(contactFields.phone)),
  email: z.optional(z.nullable(contactFields.email)),
}

export const newContact = z.strictObject({
  shopId: rowNumber,
  name: contactFields.name,
  ...optionalFields,
})
export type NewContact = z.infer<typeof newContact>

/** Missing fields stay; null empties a phone or an email. */
export const contactChange = z
  .strictObject({ name: z.optional(contactFields.name), ...optionalFields })
  .check(z.refine((given) => Object.keys(given).length > 0, 'Please give a name, an email or a phone number'))
export type ContactChange = z.infer<typeof contactChange>

export const newNote = z.strictObject({
  text: shownText(
    longestContactNote,
    'Please write a note',
    `Please keep the note under ${longestContactNote} characters`,
  ),
})
export const newCar = z.extend(vehicleInput, {
  year: z.union(
    [z.int().check(z.minimum(1900), z.maximum(2100)), matching(/^\d{4}$/, 4, 'Please select a year')],
    'Please select a year',
  ),
})

/** `otherId` is merged into this contact, which keeps the given values, each that of one of the two. */
export const contactMerge = z.strictObject({
  otherId: uuid,
  name: contactFields.name,
  phone: z.nullable(contactFields.phone),
  email: z.nullable(contactFields.email),
})
export type ContactMerge = z.infer<typeof contactMerge>

/**
 * Every word has to match: a part of the name, email, phone, VIN, car, package or appointment number.
 * Accents, apostrophes, hyphens and separators do not count.
 */
export const searchQuery = z.strictObject({ q: searched, shopId: z.optional(shopIdInQuery) })

export const searchHints = ['too_short', 'too_long'] as const

/**
 * Up to 8 appointments, upcoming ones first, and up to 5 contacts. A `hint` says why nothing was searched.
 */
export const searchReply = z.object({
  appointments: z.array(administratorAppointment),
  contacts: z.array(listedContact),
  hint: z.nullable(z.enum(searchHints)),
})
export type SearchReply = z.infer<typeof searchReply>
