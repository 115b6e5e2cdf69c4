import { roleWords } from '../../contract/identity/role-words.ts'
import { shopRoles, type ShopRole } from '../../contract/identity/roles.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import type { ShopChangeEntry } from '../../contract/shops/shop-changes.ts'

const names: Record<string, string> = {
  name: 'Business name',
  address: 'Address',
  place: 'Place on the map',
  timeZone: 'Time zone',
  status: 'Status',
  phone: 'Phone',
  contactEmail: 'Email for replies',
  textNumber: 'Number for texts',
  weekStart: 'First day of the week',
  cancellation: 'Cancellation fee',
  license: 'License number',
  warranty: 'Warranty',
  parking: 'Parking',
  waitingRoom: 'Waiting room',
  tips: 'Tips',
  salesTax: 'Sales tax',
  taxableShare: 'Taxable parts',
  shuttle: 'Shuttle',
  closure: 'Closure',
  bay: 'Bay',
  'payout.method': 'Payout method',
  'payout.routing': 'Routing number',
  'payout.account': 'Account number',
  'payout.email': 'PayPal email',
  'payout.username': 'Venmo username',
  'request.name': 'new name',
  'request.address': 'new address',
  'request.timeZone': 'new time zone',
}

type Change = Pick<ShopChangeEntry, 'setting' | 'person' | 'before' | 'after' | 'outcome'>
/** A change in words: `gone` is struck out before `value`; null where nothing is. */
type ChangeWords = { title: string; gone: string | null; value: string }

const outcomes = { approved: 'Approved', rejected: 'Declined', withdrawn: 'Withdrawn' } as const

/** 'Front desk' for 'desk'. */
const roleName = (role: string | null): string | null =>
  shopRoles.some((each) => each === role) ? roleWords[role as ShopRole].label : role

/** 'Approved: new address 9 Main St' for a request, and 'Bay: Lift → removed' for a setting. */
export function changeInWords({ setting, person, before, after, outcome }: Change): ChangeWords {
  if (setting.startsWith('person.'))
    return {
      title: `Access of ${person ?? 'a person'}:`,
      gone: roleName(before),
      value: roleName(after) ?? 'ended',
    }
  if (setting.startsWith('invitation.'))
    return after === null
      ? { title: `Withdrew the invitation of ${person ?? 'a person'}`, gone: null, value: '' }
      : { title: `Invited ${person ?? 'a person'} as`, gone: null, value: roleName(after) ?? '' }
  const name = settingInWords(setting)
  if (!setting.startsWith('request.')) return { title: `${name}:`, gone: before, value: after ?? 'removed' }
  if (after !== null) return { title: `Requested: ${name}`, gone: before, value: after }
  return { title: `${outcomes[outcome ?? 'withdrawn']}: ${name}`, gone: null, value: before ?? '' }
}

/** The name of a setting of the audit trail: 'Hours on Monday' for 'hours.1'. */
export function settingInWords(setting: string): string {
  const [group = '', part = ''] = setting.split('.')
  if (group === 'hours') return `Hours on ${weekdays[Number(part) - 1] ?? part}`
  return names[setting] ?? names[group] ?? setting
}
