import { weekdays } from '../../contract/shops/business-hours.ts'

const names: Record<string, string> = {
  name: 'Business name',
  address: 'Address',
  place: 'Place on the map',
  timeZone: 'Time zone',
  status: 'Status',
  closure: 'Closure',
  bay: 'Bay',
  'payout.method': 'Payout method',
  'payout.routing': 'Routing number',
  'payout.account': 'Account number',
  'payout.email': 'PayPal email',
  'payout.username': 'Venmo username',
  'request.name': 'New name, waiting for approval',
  'request.address': 'New address, waiting for approval',
  'request.timeZone': 'New time zone, waiting for approval',
}

/** The name of a setting of the audit trail: 'Hours on Monday' for 'hours.1'. */
export function settingInWords(setting: string): string {
  const [group = '', part = ''] = setting.split('.')
  if (group === 'hours') return `Hours on ${weekdays[Number(part) - 1] ?? part}`
  return names[setting] ?? names[group] ?? setting
}
