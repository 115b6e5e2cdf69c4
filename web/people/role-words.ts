import type { ShopRole } from '../../contract/identity/roles.ts'

/** The roles at a shop on screens. */
export const roleWords: Readonly<Record<ShopRole, { label: string; may: string }>> = {
  owner: { label: 'Owner', may: 'Everything: settings, people, payouts and statements too.' },
  desk: {
    label: 'Front desk',
    may: 'Appointments, customers, fitment and payments. No payouts, no settings.',
  },
  technician: { label: 'Technician', may: 'Today’s jobs and their own. No prices, no phone numbers.' },
}
