import { canCancel, canChange, type AppointmentState } from '../booking/appointment-states.ts'
import { standings, type Standing } from './roles.ts'

/** Objects in reach of a role: none, the account's own, those of the own shop, or every shop's. */
export type Scope = 'none' | 'own' | 'ownShop' | 'all'

/** `startsAt`, `endsAt` and `now` are epoch milliseconds. */
export type AppointmentFacts = { state: AppointmentState; startsAt: number; endsAt: number; now: number }
type ChangeFacts = Pick<AppointmentFacts, 'state' | 'startsAt' | 'now'>

/** Every action, with the facts of its object that the rule depends on. */
type FactsOf = {
  'account.use': undefined
  'account.skipSecondFactor': undefined
  'ownAppointment.list': undefined
  'ownAppointment.book': undefined
  'ownAppointment.change': ChangeFacts
  'ownAppointment.cancel': ChangeFacts
  'ownAppointment.correctContact': Pick<AppointmentFacts, 'state'>
  'ownAppointment.findCalendarFile': undefined
  'ownReview.addPhoto': undefined
  'appointment.read': undefined
  'appointment.readEmail': undefined
  'attention.read': undefined
  'board.read': undefined
  'appointment.export': undefined
  'appointment.askForCard': undefined
  'appointment.correctContact': Pick<AppointmentFacts, 'state'>
  'appointment.cancel': Pick<AppointmentFacts, 'state'>
  'fitment.review': undefined
  'fitment.recordOutcome': Pick<AppointmentFacts, 'startsAt' | 'now'>
  'mail.resend': undefined
  'customer.read': undefined
  'customer.decide': undefined
  'payment.capture': Pick<AppointmentFacts, 'startsAt' | 'endsAt' | 'now'>
  'dispute.answer': undefined
  'fitment.change': undefined
  'overview.read': undefined
  'funnel.read': undefined
  'statement.read': undefined
  'shop.read': undefined
  'shop.readSettings': undefined
  'shop.change': undefined
  'shop.changePayout': undefined
  'shop.changeStatus': undefined
}
export type Action = keyof FactsOf

type Rule<Facts> = Scope | { scope: Exclude<Scope, 'none'>; when: (facts: Facts) => boolean }

const hasStarted = ({ startsAt, now }: Pick<AppointmentFacts, 'startsAt' | 'now'>) => now >= startsAt
const hasEnded = ({ endsAt, now }: Pick<AppointmentFacts, 'endsAt' | 'now'>) => now >= endsAt
const isNotCancelled = ({ state }: Pick<AppointmentFacts, 'state'>) => state !== 'cancelled'
const isNotCaptured = ({ state }: Pick<AppointmentFacts, 'state'>) => state !== 'completed'

/**
 * Allowed actions and conditions for each standing. A suspended shop reads name, phone and car of its
 * appointments and captures them after their end. Staff actions have the scope of `shop.read` or
 * none: the session gate reads a staff member's shops from that row.
 */
export const permissions: { readonly [A in Action]: Readonly<Record<Standing, Rule<FactsOf[A]>>> } = {
  'account.use': { customer: 'own', shop: 'own', suspendedShop: 'own', administrator: 'own' },
  // Where the installation requires a second factor, staff without one may use the account page alone.
  'account.skipSecondFactor': { customer: 'own', shop: 'none', suspendedShop: 'none', administrator: 'none' },

  'ownAppointment.list': { customer: 'own', shop: 'own', suspendedShop: 'own', administrator: 'own' },
  'ownAppointment.book': { customer: 'own', shop: 'none', suspendedShop: 'none', administrator: 'none' },
  'ownAppointment.change': {
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canChange(state, startsAt, now) },
    shop: 'none',
    suspendedShop: 'none',
    administrator: 'none',
  },
  'ownAppointment.cancel': {
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canCancel(state, startsAt, now) },
    shop: 'none',
    suspendedShop: 'none',
    administrator: 'none',
  },
  'ownAppointment.findCalendarFile': {
    customer: 'own',
    shop: 'none',
    suspendedShop: 'none',
    administrator: 'none',
  },
  'ownAppointment.correctContact': {
    customer: { scope: 'own', when: isNotCancelled },
    shop: 'none',
    suspendedShop: 'none',
    administrator: 'none',
  },
  // The token of a mailed link replaces the session.
  'ownReview.addPhoto': { customer: 'own', shop: 'none', suspendedShop: 'none', administrator: 'none' },

  'appointment.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'ownShop', administrator: 'all' },
  // Emails and the timeline of mails, and to search by email.
  'appointment.readEmail': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'attention.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'board.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'appointment.export': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'appointment.askForCard': {
    customer: 'none',
    shop: 'ownShop',
    suspendedShop: 'none',
    administrator: 'all',
  },
  'appointment.correctContact': {
    customer: 'none',
    shop: { scope: 'ownShop', when: isNotCancelled },
    suspendedShop: 'none',
    administrator: { scope: 'all', when: isNotCancelled },
  },
  // After the capture a cancellation refunds.
  'appointment.cancel': {
    customer: 'none',
    shop: { scope: 'ownShop', when: isNotCaptured },
    suspendedShop: 'none',
    administrator: 'all',
  },
  // Record at the end of a job how the package fitted.
  'fitment.recordOutcome': {
    customer: 'none',
    shop: { scope: 'ownShop', when: hasStarted },
    suspendedShop: 'none',
    administrator: { scope: 'all', when: hasStarted },
  },
  // Answer whether a package fits the car of an appointment.
  'fitment.review': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'mail.resend': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'customer.read': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
  // Block, unblock, and lift a limit.
  'customer.decide': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
  'payment.capture': {
    customer: 'none',
    shop: { scope: 'ownShop', when: hasStarted },
    suspendedShop: { scope: 'ownShop', when: hasEnded },
    administrator: 'all',
  },
  // Answer the bank: download the evidence, and see disputes of unknown payments.
  'dispute.answer': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
  // See, change, import and export the fitment data.
  'fitment.change': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
  'overview.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  // Visits belong to no shop.
  'funnel.read': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
  'statement.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },

  'shop.read': { customer: 'none', shop: 'ownShop', suspendedShop: 'ownShop', administrator: 'all' },
  'shop.readSettings': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'shop.change': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  'shop.changePayout': { customer: 'none', shop: 'ownShop', suspendedShop: 'none', administrator: 'all' },
  // Approve, reject and suspend; decide about a new name or place of an approved shop.
  'shop.changeStatus': { customer: 'none', shop: 'none', suspendedShop: 'none', administrator: 'all' },
}

/** Own properties only: unknown roles and actions, and keys of Object.prototype, have no rule. */
function ruleOf<A extends Action>(role: Standing, action: A): Rule<FactsOf[A]> {
  const row = Object.hasOwn(permissions, action) ? permissions[action] : undefined
  return row && Object.hasOwn(row, role) ? row[role] : 'none'
}

/** The widest scope in which a role may perform an action. 'none' for an unknown role or action. */
export function scopeOf(role: Standing, action: Action): Scope {
  const rule = ruleOf(role, action)
  return typeof rule === 'string' ? rule : rule.scope
}

/**
 * Whether a role may perform an action on an object within its scope now. False for an unknown role or
 * action.
 */
export function isAllowed<A extends Action>(
  role: Standing,
  action: A,
  ...[facts]: FactsOf[A] extends undefined ? [] : [facts: FactsOf[A]]
): boolean {
  const rule = ruleOf(role, action)
  return typeof rule === 'string' ? rule !== 'none' : rule.when(facts as FactsOf[A])
}

/** The standings that may perform an action under any condition. */
export function standingsWith(action: Action): readonly Standing[] {
  return standings.filter((role) => scopeOf(role, action) !== 'none')
}

/** Whether a role sees all shops, as the administrator screens do. */
export function seesEveryShop(role: Standing): boolean {
  return scopeOf(role, 'shop.read') === 'all'
}
