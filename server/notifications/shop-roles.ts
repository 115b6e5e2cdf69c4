import type { ShopRole } from '../../contract/identity/roles.ts'

/** The roles at a shop in words of a mail. */
export const roleWords: Readonly<Record<ShopRole, { title: string; sentence: string }>> = {
  owner: {
    title: 'Owner',
    sentence: 'You run the whole shop: appointments, settings, people, payouts and statements.',
  },
  desk: {
    title: 'Front desk',
    sentence: "You run the day: appointments, customers, fitment checks and payments. You don't see payouts.",
  },
  technician: {
    title: 'Technician',
    sentence: "You see today's jobs and your own. You don't see prices or phone numbers.",
  },
}
