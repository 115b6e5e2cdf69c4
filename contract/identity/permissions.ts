import { canCancel, canChange, type AppointmentState } from '../booking/appointment-states.ts'
import { roles, type Role } from './roles.ts'

/** Objects in reach of a role: none, the account's own, those of the own shop, or every shop's. */
export type Scope = 'none' | 'own' | 'ownShop' | 'all'

/** `startsAt` and `now` are epoch milliseconds. */
export type AppointmentFacts = { state: AppointmentState; startsAt: number; now: number }

/** Every action, with the facts of its object that the rule depends on. */
type FactsOf = {
  'account.use': undefined
  'account.skipSecondFactor': undefined
  'ownAppointment.list': undefined
  'ownAppointment.book': undefined
  'ownAppointment.change': AppointmentFacts
  'ownAppointment.cancel': AppointmentFacts
  'ownAppointment.findCalendarFile': undefined
  'appointment.read': undefined
  'appointment.export': undefined
  'appointment.askForCard': undefined
  'appointment.cancel': Pick<AppointmentFacts, 'state'>
  'mail.resend': undefined
  'payment.capture': Pick<AppointmentFacts, 'startsAt' | 'now'>
  'dispute.answer': undefined
  'overview.read': undefined
  'statement.read': undefined
  'shop.read': undefined
  'shop.change': undefined
  'shop.changePayout': undefined
  'shop.changeStatus': undefined
}
export type Action = keyof FactsOf

type Rule<Facts> = Scope | { scope: Exclude<Scope, 'none'>; when: (facts: Facts) => boolean }

const hasStarted = ({ startsAt, now }: Pick<AppointmentFacts, 'startsAt' | 'now'>) => now >= startsAt
const isNotCaptured = ({ state }: Pick<AppointmentFacts, 'state'>) => state !== 'completed'

/**
 * Allowed actions and conditions for each role. Staff actions have the scope of `shop.read` or
 * none: the session gate reads a staff member's shops from that row.
 */
export const permissions: { readonly [A in Action]: Readonly<Record<Role, Rule<FactsOf[A]>>> } = {
  'account.use': { customer: 'own', shop: 'own', administrator: 'own' },
  // Where the installation requires a second factor, staff without one neither move money nor see payout
  // details.
  'account.skipSecondFactor': { customer: 'own', shop: 'none', administrator: 'none' },

  'ownAppointment.list': { customer: 'own', shop: 'own', administrator: 'own' },
  'ownAppointment.book': { customer: 'own', shop: 'none', administrator: 'none' },
  'ownAppointment.change': {
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canChange(state, startsAt, now) },
    shop: 'none',
    administrator: 'none',
  },
  'ownAppointment.cancel': {
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canCancel(state, startsAt, now) },
    shop: 'none',
    administrator: 'none',
  },
  'ownAppointment.findCalendarFile': { customer: 'own', shop: 'none', administrator: 'none' },

  'appointment.read': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'appointment.export': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'appointment.askForCard': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  // After the capture a cancellation refunds in full.
  'appointment.cancel': {
    customer: 'none',
    shop: { scope: 'ownShop', when: isNotCaptured },
    administrator: 'all',
  },
  'mail.resend': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'payment.capture': {
    customer: 'none',
    shop: { scope: 'ownShop', when: hasStarted },
    administrator: 'all',
  },
  // See open disputes and download the evidence for the bank.
  'dispute.answer': { customer: 'none', shop: 'none', administrator: 'all' },
  'overview.read': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'statement.read': { customer: 'none', shop: 'ownShop', administrator: 'all' },

  'shop.read': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'shop.change': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  'shop.changePayout': { customer: 'none', shop: 'ownShop', administrator: 'all' },
  // Approve and suspend.
  'shop.changeStatus': { customer: 'none', shop: 'none', administrator: 'all' },
}

/** Own properties only: unknown roles and actions, and keys of Object.prototype, have no rule. */
function ruleOf<A extends Action>(role: Role, action: A): Rule<FactsOf[A]> {
  const row = Object.hasOwn(permissions, action) ? permissions[action] : undefined
  return row && Object.hasOwn(row, role) ? row[role] : 'none'
}

/** The widest scope in which a role may perform an action. 'none' for an unknown role or action. */
export function scopeOf(role: Role, action: Action): Scope {
  const rule = ruleOf(role, action)
  return typeof rule === 'string' ? rule : rule.scope
}

/**
 * Whether a role may perform an action on an object within its scope now. False for an unknown role or
 * action.
 */
export function isAllowed<A extends Action>(
  role: Role,
  action: A,
  ...[facts]: FactsOf[A] extends undefined ? [] : [facts: FactsOf[A]]
): boolean {
  const rule = ruleOf(role, action)
  return typeof rule === 'string' ? rule !== 'none' : rule.when(facts as FactsOf[A])
}

/** The roles that may perform an action under any condition. */
export function rolesWith(action: Action): readonly Role[] {
  return roles.filter((role) => scopeOf(role, action) !== 'none')
}

/** Whether a role sees all shops, as the administrator screens do. */
export function seesEveryShop(role: Role): boolean {
  return scopeOf(role, 'shop.read') === 'all'
}
