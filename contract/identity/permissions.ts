import { canCancel, canChange, type AppointmentState } from '../booking/appointment-states.ts'
import { hasWorkBegun, type WorkState } from '../workshop/work-states.ts'
import { standings, type Standing } from './roles.ts'

/** Objects in reach of a role: none, the account's own, those of the own shop, or every shop's. */
export type Scope = 'none' | 'own' | 'ownShop' | 'all'

/** `startsAt`, `endsAt` and `now` are epoch milliseconds. */
export type AppointmentFacts = {
  state: AppointmentState
  workState: WorkState
  startsAt: number
  endsAt: number
  now: number
}
type ChangeFacts = Pick<AppointmentFacts, 'state' | 'startsAt' | 'now'>
type WorkFacts = Pick<AppointmentFacts, 'workState' | 'startsAt' | 'now'>

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
  'ownAppointment.readWork': undefined
  'ownReview.addPhoto': undefined
  'appointment.read': undefined
  'appointment.readEmail': undefined
  'attention.read': undefined
  'board.read': undefined
  'block.change': undefined
  'appointment.export': undefined
  'appointment.askForCard': undefined
  'appointment.correctContact': Pick<AppointmentFacts, 'state'>
  'appointment.cancel': Pick<AppointmentFacts, 'state'>
  'appointment.create': undefined
  'appointment.move': Pick<AppointmentFacts, 'state'>
  'appointment.confirm': ChangeFacts
  'appointment.assign': undefined
  'text.read': undefined
  'text.write': undefined
  'fitment.review': undefined
  'fitment.recordOutcome': WorkFacts
  'mail.resend': undefined
  'contact.read': undefined
  'contact.change': undefined
  'contact.merge': undefined
  'customer.read': undefined
  'customer.decide': undefined
  'payment.capture': WorkFacts & Pick<AppointmentFacts, 'endsAt'>
  'payment.recordAtShop': WorkFacts
  'payment.returnAtShop': undefined
  'payment.refundPart': WorkFacts
  'price.read': undefined
  'price.change': WorkFacts
  'fee.charge': undefined
  'fee.refund': undefined
  'dispute.answer': undefined
  'fitment.change': undefined
  'overview.read': undefined
  'funnel.read': undefined
  'statement.read': undefined
  'payout.record': undefined
  'work.read': undefined
  'work.take': undefined
  'work.record': undefined
  'receipt.read': undefined
  'feed.change': undefined
  'live.watch': undefined
  'people.read': undefined
  'people.change': undefined
  'people.changeOwnMails': undefined
  'shop.read': undefined
  'shop.readSettings': undefined
  'shop.change': undefined
  'shop.add': undefined
  'shop.readPayout': undefined
  'shop.changePayout': undefined
  'shop.changeStatus': undefined
}
export type Action = keyof FactsOf

type Rule<Facts> = Scope | { scope: Exclude<Scope, 'none'>; when: (facts: Facts) => boolean }

const hasStarted = ({ startsAt, now }: WorkFacts) => now >= startsAt
/** A car that came before its time has begun. */
const isBegun = (facts: WorkFacts) => hasStarted(facts) || hasWorkBegun(facts.workState)
const hasArrived = ({ workState }: WorkFacts) => hasWorkBegun(workState)
const isNotMissed = ({ workState }: WorkFacts) => workState !== 'no_show'
const hasEnded = ({ endsAt, now }: Pick<AppointmentFacts, 'endsAt' | 'now'>) => now >= endsAt
const isNotCancelled = ({ state }: Pick<AppointmentFacts, 'state'>) => state !== 'cancelled'
const isBooked = ({ state }: Pick<AppointmentFacts, 'state'>) => state === 'booked'
const isUpcoming = ({ state, startsAt, now }: ChangeFacts) => state === 'booked' && now < startsAt
const isNotCaptured = ({ state }: Pick<AppointmentFacts, 'state'>) => state !== 'completed'

const noStanding = {
  customer: 'none',
  shop: 'none',
  technician: 'none',
  desk: 'none',
  owner: 'none',
  suspendedShop: 'none',
  administrator: 'none',
} as const

/** Of one's own account; roles at shops add nothing to it. */
const everyAccount = { ...noStanding, customer: 'own', shop: 'own', administrator: 'own' } as const
const customers = { ...noStanding, customer: 'own' } as const
const administrators = { ...noStanding, administrator: 'all' } as const
const owners = { ...administrators, owner: 'ownShop' } as const
const desks = { ...owners, desk: 'ownShop' } as const
const technicians = { ...desks, technician: 'ownShop' } as const

/**
 * Allowed actions and conditions for each standing. A suspended shop reads name, phone and car of its
 * appointments and captures them after their end. A technician sees the work, neither money nor phone
 * numbers.
 */
export const permissions: { readonly [A in Action]: Readonly<Record<Standing, Rule<FactsOf[A]>>> } = {
  'account.use': everyAccount,
  // Where the installation requires a second factor, staff without one may use the account page alone.
  'account.skipSecondFactor': customers,

  'ownAppointment.list': everyAccount,
  'ownAppointment.book': customers,
  'ownAppointment.change': {
    ...noStanding,
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canChange(state, startsAt, now) },
  },
  'ownAppointment.cancel': {
    ...noStanding,
    customer: { scope: 'own', when: ({ state, startsAt, now }) => canCancel(state, startsAt, now) },
  },
  'ownAppointment.findCalendarFile': customers,
  'ownAppointment.readWork': customers,
  'ownAppointment.correctContact': { ...noStanding, customer: { scope: 'own', when: isNotCancelled } },
  // The token of a mailed link replaces the session.
  'ownReview.addPhoto': customers,

  // The jobs of today and one's own, without money, phone numbers and emails.
  'work.read': technicians,
  'work.take': { ...technicians, administrator: 'none' },
  // Write in work orders: states, notes, checklists, photos and signatures.
  'work.record': technicians,

  // The sheets of an appointment with money, and to mail them to the customer.
  'receipt.read': desks,

  // Subscribe to the jobs with a calendar, by a secret address of one's own.
  'feed.change': { ...technicians, administrator: 'none' },

  'appointment.read': { ...desks, suspendedShop: 'ownShop' },
  // Emails and the timeline of mails, and to search by email.
  'appointment.readEmail': desks,
  'attention.read': desks,
  'board.read': desks,
  // Keep time of bays free of jobs.
  'block.change': desks,
  // Be told of changes while a page is open.
  'live.watch': technicians,
  'appointment.export': desks,
  'appointment.askForCard': desks,
  'appointment.correctContact': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isNotCancelled },
    owner: { scope: 'ownShop', when: isNotCancelled },
    administrator: { scope: 'all', when: isNotCancelled },
  },
  // After the capture a cancellation refunds.
  'appointment.cancel': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isNotCaptured },
    owner: { scope: 'ownShop', when: isNotCaptured },
    administrator: 'all',
  },
  // Book for a caller or a walk-in.
  'appointment.create': desks,
  // Change its start, bay or length.
  'appointment.move': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isBooked },
    owner: { scope: 'ownShop', when: isBooked },
    administrator: { scope: 'all', when: isBooked },
  },
  // Record that the customer told the shop that they come.
  'appointment.confirm': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isUpcoming },
    owner: { scope: 'ownShop', when: isUpcoming },
    administrator: { scope: 'all', when: isUpcoming },
  },
  // Name the technician of an appointment.
  'appointment.assign': desks,
  // Record at the end of a job how the package fitted.
  'fitment.recordOutcome': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isBegun },
    owner: { scope: 'ownShop', when: isBegun },
    administrator: { scope: 'all', when: isBegun },
  },
  // Messages with customers.
  'text.read': desks,
  // Text a customer, and record whether they agree to texts.
  'text.write': desks,
  // Answer whether a package fits the car of an appointment.
  'fitment.review': desks,
  'mail.resend': desks,
  // The people whom a shop knows, with their emails.
  'contact.read': desks,
  'contact.change': desks,
  'contact.merge': desks,
  'customer.read': administrators,
  // Block, unblock, and lift a limit.
  'customer.decide': administrators,
  'payment.capture': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isBegun },
    owner: { scope: 'ownShop', when: isBegun },
    suspendedShop: { scope: 'ownShop', when: hasEnded },
    administrator: 'all',
  },
  // Record that a customer paid in cash, with the shop's terminal or otherwise.
  'payment.recordAtShop': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isBegun },
    owner: { scope: 'ownShop', when: isBegun },
    administrator: { scope: 'all', when: isBegun },
  },
  // Record that money of a cancelled appointment was given back at the shop.
  'payment.returnAtShop': desks,
  // Refund a part of a payment, up to a limit for shops.
  'payment.refundPart': {
    ...noStanding,
    desk: { scope: 'ownShop', when: isBegun },
    owner: { scope: 'ownShop', when: isBegun },
    administrator: 'all',
  },
  'price.read': desks,
  // Add parts, labor and discounts, and ask the customer to agree.
  'price.change': {
    ...noStanding,
    desk: { scope: 'ownShop', when: hasArrived },
    owner: { scope: 'ownShop', when: hasArrived },
    administrator: { scope: 'all', when: isNotMissed },
  },
  // Charge the fee that the customer agreed to for a no-show, or waive one that is due.
  'fee.charge': desks,
  'fee.refund': administrators,
  // Answer the bank: download the evidence, and see disputes of unknown payments.
  'dispute.answer': administrators,
  // See, change, import and export the fitment data.
  'fitment.change': administrators,
  'overview.read': desks,
  // Visits belong to no shop.
  'funnel.read': administrators,
  'statement.read': owners,
  // See the payouts of all shops, and record payments of statements.
  'payout.record': administrators,

  // The people of a shop, with their addresses and open invitations.
  'people.read': { ...owners, administrator: 'none' },
  // Invite a person, change a role, end access.
  'people.change': { ...owners, administrator: 'none' },
  'people.changeOwnMails': { ...desks, administrator: 'none' },

  'shop.read': { ...desks, suspendedShop: 'ownShop' },
  'shop.readSettings': desks,
  'shop.change': owners,
  // Register another shop with one's own account.
  'shop.add': { ...owners, administrator: 'none' },
  'shop.readPayout': owners,
  'shop.changePayout': owners,
  // Approve, reject and suspend; decide about a new name or place of an approved shop.
  'shop.changeStatus': administrators,
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
