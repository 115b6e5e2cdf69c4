import * as z from 'zod/mini'
import { cancellationTerms } from '../booking/cancellation-schemas.ts'
import { emailOrNone } from '../identity/identity.ts'
import { isDay } from '../time.ts'
import { businessHours, weekStarts } from './business-hours.ts'
import { accountDetails, payoutMethods, shopAddress, shopName } from './shops.ts'
import { decisionReason, pendingShopChange, rejectedShopChange } from './shop-changes.ts'
import { shopFactFields, shopFacts, shopPhone } from './shop-facts.ts'
import { atMost, shownText, shownTextOrNone } from '../text.ts'

/** A shop that was approved before is suspended; one that never was is rejected. */
export const shopStatuses = ['pending', 'approved', 'suspended', 'rejected'] as const
export type ShopStatus = (typeof shopStatuses)[number]

/** A row of the Shops tab: every shop for administrators, for others the shops where they work. */
export const managedShop = z.object({
  id: z.int(),
  businessName: z.string(),
  address: z.string(),
  timeZone: z.string(),
  status: z.enum(shopStatuses),
  /** Of one of the owners. Null for a shop without owners, which administrators run. */
  ownerEmail: z.nullable(z.string()),
  /** Whether that owner has proven the address; approval needs it. True without an owner. */
  isOwnerProven: z.boolean(),
  /** ISO. */
  registeredAt: z.string(),
  /** Bays in use. */
  bays: z.int(),
  /** Booked appointments that have not ended. */
  upcoming: z.int(),
  /** Of the suspension or rejection; empty without one. */
  statusReason: z.string(),
  /** Whether a new name or place waits for an administrator. */
  hasPendingChange: z.boolean(),
})
export type ManagedShop = z.infer<typeof managedShop>

const day = z
  .string('Please choose a day')
  .check(atMost(10, 'Please choose a day'), z.refine(isDay, 'Please choose a day'))

/** Closed days in addition to the weekly ones: first through last by the shop's calendar. */
export const closure = z.object({
  id: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  reason: z.string(),
})
export type Closure = z.infer<typeof closure>

export const newClosure = z
  .strictObject({
    firstDay: day,
    lastDay: day,
    reason: z.optional(shownTextOrNone(120, 'Please keep the reason under 120 characters')),
  })
  .check(
    z.refine((days) => days.firstDay <= days.lastDay, {
      error: 'The last day must not be before the first',
      path: ['lastDay'],
    }),
  )

/** A bay out of use takes no new appointments and keeps its existing ones. */
export const bay = z.object({ id: z.int(), name: z.string(), inUse: z.boolean() })
export type Bay = z.infer<typeof bay>

const bayName = shownText(40, 'Please name the bay', 'Please keep the name under 40 characters')
export const newBay = z.strictObject({ name: bayName })
export const bayChange = z.strictObject({ name: z.optional(bayName), inUse: z.optional(z.boolean()) })

/** Payout method and details. Each detail as its last four characters, for the present method only. */
export const payout = z.object({
  paymentMethod: z.nullable(z.enum(payoutMethods)),
  lastFour: z.object({
    routing: z.optional(z.string()),
    account: z.optional(z.string()),
    email: z.optional(z.string()),
    username: z.optional(z.string()),
  }),
})
export type Payout = z.infer<typeof payout>

export const payoutChange = z.strictObject({
  paymentMethod: z.enum(payoutMethods, 'Please choose a payment method'),
  accountDetails: z.optional(accountDetails),
})

/** A shop's own settings. */
export const shopSettings = z.object({
  id: z.int(),
  businessName: z.string(),
  address: z.string(),
  /** Degrees; null until the address was geocoded. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The address as the maps provider found it; null where it is unknown. */
  matchedAddress: z.nullable(z.string()),
  /** Whether the provider found the place only roughly. */
  isRough: z.boolean(),
  timeZone: z.string(),
  facts: shopFacts,
  /** The terms of a late cancellation; null without a fee. */
  cancellation: z.nullable(cancellationTerms),
  /** The address for customers' replies, as the shop gave it; null for none. */
  contactEmail: z.nullable(z.string()),
  /** The address that their replies reach: of an owner where the shop gave none. Null for neither. */
  repliesTo: z.nullable(z.string()),
  status: z.enum(shopStatuses),
  /** Of the suspension or rejection; empty without one. */
  statusReason: z.string(),
  pendingChange: z.nullable(pendingShopChange),
  rejectedChange: z.nullable(rejectedShopChange),
  ownerEmail: z.nullable(z.string()),
  /** Of its texts (SMS), ten digits; null without one. */
  textNumber: z.nullable(z.string()),
  businessHours,
  /** The first day of a week on the board. */
  weekStartsOn: z.enum(weekStarts),
  /** Present and future ones, in order. */
  closures: z.array(closure),
  bays: z.array(bay),
  payout,
})
export type ShopSettings = z.infer<typeof shopSettings>

/** A partial change; missing fields stay. A new address is geocoded again. */
export const shopChange = z.strictObject({
  businessName: z.optional(shopName),
  address: z.optional(shopAddress),
  /** IANA, e.g. 'America/Los_Angeles'. */
  timeZone: z.optional(z.string().check(atMost(60))),
  businessHours: z.optional(businessHours),
  weekStartsOn: z.optional(z.enum(weekStarts)),
  /** Empty: the address of an owner. */
  contactEmail: z.optional(emailOrNone),
  /** Administrators alone, who have registered it with the provider of texts (SMS). Empty: none. */
  textNumber: z.optional(shopPhone),
  /** For bookings from now on; null: no fee. */
  cancellation: z.optional(z.nullable(cancellationTerms)),
  ...shopFactFields,
})
export type ShopChange = z.infer<typeof shopChange>

/** The shop reads the reason of a suspension or rejection, in its mail and on its page. */
export const shopStatusChange = z.strictObject({
  status: z.enum(['approved', 'suspended', 'rejected']),
  reason: z.optional(decisionReason),
  /** The name and address that the administrator read: the shop may change them meanwhile. */
  reviewed: z.optional(z.strictObject({ businessName: shopName, address: shopAddress })),
})
export type ShopStatusChange = z.infer<typeof shopStatusChange>
