import type { ShopRole } from './roles.ts'

type RoleWords = {
  label: string
  /** Completes 'Kim is now ...'. */
  noun: string
  /** For the owner who chooses a role. */
  may: string
  /** For the person who has the role. */
  sentence: string
}

/** The roles at a shop, on screens and in mails. */
export const roleWords: Readonly<Record<ShopRole, RoleWords>> = {
  owner: {
    label: 'Owner',
    noun: 'an owner',
    may: 'Everything: settings, people, payouts and statements too.',
    sentence: 'You run the whole shop: appointments, settings, people, payouts and statements.',
  },
  desk: {
    label: 'Front desk',
    noun: 'part of the front desk',
    may: 'Appointments, customers, fitment and payments. No payouts, no settings.',
    sentence:
      'You run the day: appointments, customers, fitment checks and payments. Payouts are for owners.',
  },
  technician: {
    label: 'Technician',
    noun: 'a technician',
    may: 'Today’s jobs and their own. No prices, no phone numbers.',
    sentence: 'You see the jobs of today and your own, without prices or phone numbers.',
  },
}
