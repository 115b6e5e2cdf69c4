import * as z from 'zod/mini'
import { cancellationTerms } from '../booking/cancellation-schemas.ts'
import { businessHours } from './business-hours.ts'
import { email, newPassword } from '../identity/identity.ts'
import { isAccountNumber, isRoutingNumber, isVenmoUsername } from './payout-rules.ts'
import { longestEmail } from '../limits.ts'
import { shopFacts, shopPhone } from './shop-facts.ts'
import { atMost, mailedText, shownTextOrNone } from '../text.ts'

/** The built-in shop, in Alhambra, California. */
export const builtInShopId = 5

/** Opening times of a day for the location panel; null on a closed day. */
export const openingTimes = z.nullable(z.object({ open: z.string(), close: z.string() }))

/** A shop of the location list, with hours by lower-case weekday. */
export const bookableShop = z.object({
  id: z.int(),
  businessName: z.string(),
  address: z.string(),
  timeZone: z.string(),
  businessHours: z.object({
    monday: openingTimes,
    tuesday: openingTimes,
    wednesday: openingTimes,
    thursday: openingTimes,
    friday: openingTimes,
    saturday: openingTimes,
    sunday: openingTimes,
  }),
  /**
   * Present and future closed days in addition to the weekly ones, first through last by the shop's calendar.
   */
  closures: z.array(z.object({ firstDay: z.string(), lastDay: z.string() })),
  /** Whether it can send text messages (SMS), to customers who agree. */
  sendsTexts: z.boolean(),
  facts: shopFacts,
  /** The terms of a late cancellation; null without a fee. */
  cancellation: z.nullable(cancellationTerms),
})
export type BookableShop = z.infer<typeof bookableShop>

export const payoutMethods = ['ACH Direct Deposit', 'PayPal', 'Venmo'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** A payout detail: empty, or a text that its rule accepts. */
function detail(length: number, isRight: (text: string) => boolean, tooLong: string, wrong: string) {
  return shownTextOrNone(length, tooLong).check(
    z.refine((text) => text === '' || isRight(text), { error: wrong, abort: true }),
  )
}

const emailSentence = 'Please enter a valid email address'
const anyEmail = z.string().check(atMost(longestEmail), z.email())

export const accountDetails = z.strictObject({
  routing: z.optional(
    detail(
      34,
      isRoutingNumber,
      'Please check the routing number',
      'Please check the routing number: nine digits, as at the foot of a check',
    ),
  ),
  account: z.optional(
    detail(
      34,
      isAccountNumber,
      'Please check the account number',
      'Please check the account number: 4 to 17 digits, without spaces',
    ),
  ),
  email: z.optional(
    detail(longestEmail, (text) => anyEmail.safeParse(text).success, emailSentence, emailSentence),
  ),
  username: z.optional(
    detail(
      80,
      isVenmoUsername,
      'Please check the username',
      'Please check the username: 5 to 30 letters, digits, hyphens or underscores',
    ),
  ),
})
export type AccountDetails = z.infer<typeof accountDetails>

/** The details of each payout method. */
export const payoutFields: Record<PayoutMethod, readonly (keyof AccountDetails)[]> = {
  'ACH Direct Deposit': ['routing', 'account'],
  PayPal: ['email'],
  Venmo: ['username'],
}

export const shopName = mailedText(
  120,
  'Business name is required',
  'Please keep the business name under 120 characters',
)
export const shopAddress = mailedText(
  300,
  'Address is required',
  'Please keep the address under 300 characters',
)

/** A shop that its owner, who has an account, adds. */
export const newShop = z.strictObject({
  businessName: shopName,
  address: shopAddress,
  businessHours,
  paymentMethod: z.enum(payoutMethods, 'Please choose a payment method'),
  accountDetails: z.optional(accountDetails),
  phone: z.optional(shopPhone),
})
export type NewShop = z.infer<typeof newShop>

/** POST /api/register-shop */
export const shopRegistration = z.extend(newShop, { email, password: newPassword })
export type ShopRegistration = z.infer<typeof shopRegistration>
