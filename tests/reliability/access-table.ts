import type { Standing as OfPermissions } from '../../contract/identity/roles.ts'
import type { EndpointName } from '../../contract/routes.ts'

/** The access rule of a route: any caller and target, own targets only, or refused with that status. */
type Verdict = 'any' | 'own' | 401 | 403
/** `unknown`: a role in the account's row that this version does not have. */
export type StandingRole = 'visitor' | Exclude<OfPermissions, 'shop'> | 'unknown'
type Standing = Record<StandingRole, Verdict>

/** The kind of target of a route. */
export type Kind =
  | 'booked appointment'
  | 'appointment at the shop'
  | 'appointment in the query'
  | 'mail'
  | 'text of a stranger'
  | 'fitment review'
  | 'customer'
  | 'shop'
  | 'shop in the query'
  | 'contact'
  | 'closure'
  | 'member'
  | 'invitation'
  | 'job'
  | 'bay'
  | 'session'
  | 'passkey'
  | 'address'
  | 'address in a header'

export type Rule = {
  who: Standing
  /** The status for permitted callers about their own targets. */
  inside: number
  /** The same for staff with a second factor, where it differs. */
  insideWithFactor?: number
  of?: Kind
  /** The statuses for foreign, missing and malformed targets; 404 when left out. */
  foreign?: number
  missing?: number
  malformed?: number
  /** Staff with a passkey but no second factor are asked for the passkey, for every well-formed id. */
  ownPasskey?: true
  body?: object
  /** The body has an id of its own, new for each call. */
  hasId?: true
  query?: string
  /** A part of the contact that the address names as well; the call ends it. */
  part?: 'car' | 'merge'
  /** The call ends its own session. */
  endsSession?: true
}

const open: Standing = {
  visitor: 'any',
  customer: 'any',
  technician: 'any',
  desk: 'any',
  owner: 'any',
  suspendedShop: 'any',
  administrator: 'any',
  unknown: 'any',
}
const signedOut: Standing = {
  visitor: 'any',
  customer: 403,
  technician: 403,
  desk: 403,
  owner: 403,
  suspendedShop: 403,
  administrator: 403,
  unknown: 403,
}
const signedIn: Standing = {
  visitor: 401,
  customer: 'own',
  technician: 'own',
  desk: 'own',
  owner: 'own',
  suspendedShop: 'own',
  administrator: 'own',
  unknown: 403,
}
const customers: Standing = {
  visitor: 401,
  customer: 'own',
  technician: 403,
  desk: 403,
  owner: 403,
  suspendedShop: 403,
  administrator: 403,
  unknown: 403,
}
const staff: Standing = {
  visitor: 401,
  customer: 403,
  technician: 403,
  desk: 'own',
  owner: 'own',
  suspendedShop: 403,
  administrator: 'any',
  unknown: 403,
}
/** The routes that a suspended shop keeps. */
const staffAndSuspended: Standing = { ...staff, suspendedShop: 'own' }
const owners: Standing = { ...staff, desk: 403 }
/** The routes of the owners that an administrator does not have. */
const ownersAlone: Standing = { ...owners, administrator: 403 }
const membersAlone: Standing = { ...staff, administrator: 403 }
const workers: Standing = { ...staff, technician: 'own' }
const workersAlone: Standing = { ...workers, administrator: 403 }
const administrators: Standing = {
  visitor: 401,
  customer: 403,
  technician: 403,
  desk: 403,
  owner: 403,
  suspendedShop: 403,
  administrator: 'any',
  unknown: 403,
}

const ofStaff: ReadonlySet<Standing> = new Set([
  staff,
  staffAndSuspended,
  owners,
  ownersAlone,
  membersAlone,
  workers,
  workersAlone,
  administrators,
])

/** Staff without the second factor that the installation requires have their account and its set-up alone. */
export function needsSecondFactor({ who, of }: Rule): boolean {
  return ofStaff.has(who) || of === 'address' || of === 'address in a header'
}

/** Only the caller's own address: any other is forbidden, whether an account has it or not. */
const ownAddress = { who: signedIn, inside: 200, foreign: 403, missing: 403, malformed: 403 }
const ofShop = { who: staff, of: 'shop', malformed: 400 } as const
const ofContact = { who: staff, of: 'contact' } as const
const ofAppointment = { who: staff, of: 'appointment at the shop' } as const
/** The password is checked first. */
const unproven = { who: signedIn, inside: 422, body: {} }

/**
 * Access rules, written by hand from the product's decisions and not from its code. Bodies are such that a
 * permitted call changes nothing that another cell reads.
 */
export const table = {
  'settings.find': { who: open, inside: 200 },
  'identity.signUp': { who: open, inside: 400, body: {} },
  'identity.signIn': { who: open, inside: 400, body: {} },
  'identity.requestEmailCode': { who: open, inside: 400, body: {} },
  'identity.signInWithCode': { who: open, inside: 400, body: {} },
  'identity.signOut': { who: open, inside: 200, endsSession: true },
  'identity.findSession': { who: open, inside: 200 },
  'identity.findPasswordPolicy': { who: open, inside: 200 },
  'identity.findWaitingSignIn': { who: open, inside: 200 },
  'identity.finishSecondFactor': { who: open, inside: 400, body: {} },
  'identity.startPasskeySignIn': { who: open, inside: 200 },
  'identity.finishPasskeySignIn': { who: open, inside: 400, body: {} },
  'identity.startSocialSignIn': { who: open, inside: 400, body: {} },
  'identity.finishSocialSignIn': { who: open, inside: 302 },
  'identity.openTokenSession': { who: open, inside: 401 },
  'identity.closeTokenSession': { who: open, inside: 401 },
  'identity.requestPasswordReset': { who: open, inside: 400, body: {} },
  'identity.resetPassword': { who: open, inside: 400, body: {} },
  'identity.requestEmailProof': { who: signedIn, inside: 200 },
  'identity.proveEmail': { who: open, inside: 400, body: {} },
  'identity.findAccount': { who: signedIn, inside: 200 },
  'identity.changeProfile': { who: signedIn, inside: 200, body: {} },
  'identity.changePassword': { who: signedIn, inside: 400, body: {} },
  'identity.linkSignIn': { who: signedIn, inside: 400, body: {} },
  'identity.unlinkSignIn': { who: signedIn, inside: 404 },
  'identity.endSession': { who: signedIn, inside: 200, of: 'session' },
  'identity.endOtherSessions': { who: signedIn, inside: 200 },
  'identity.startSecondFactor': { ...unproven, insideWithFactor: 409 },
  'identity.confirmSecondFactor': { who: signedIn, inside: 400, body: {} },
  'identity.stopSecondFactor': unproven,
  'identity.renewRecoveryCodes': unproven,
  'identity.startPasskey': unproven,
  'identity.addPasskey': { who: signedIn, inside: 400, body: {} },
  'identity.renamePasskey': { who: signedIn, inside: 200, of: 'passkey', body: { name: 'Renamed' } },
  'identity.removePasskey': {
    who: signedIn,
    inside: 200,
    of: 'passkey',
    body: { password: 'midnight-garage-42' },
    ownPasskey: true,
  },
  'account.exportData': { who: signedIn, inside: 200 },
  'account.delete': { who: signedIn, inside: 400, body: {} },
  'catalog.listPackages': { who: open, inside: 200 },
  'fitment.requestReview': { who: customers, inside: 400, body: {} },
  'fitment.findReview': { who: open, inside: 400 },
  'fitment.listReviews': { who: staff, inside: 200 },
  'fitment.recordOutcome': { who: staff, inside: 400, body: {} },
  'fitment.answerReview': { who: staff, inside: 400, body: {} },
  'fitment.waitForReview': { who: customers, inside: 409, of: 'booked appointment' },
  'fitment.check': { who: open, inside: 200, query: 'year=2013&make=Lexus&model=RX' },
  'fitment.findData': { who: administrators, inside: 200 },
  'fitment.listVersions': { who: administrators, inside: 200 },
  'fitment.previewChange': { who: administrators, inside: 400, body: {} },
  'fitment.changeRules': { who: administrators, inside: 400, body: {} },
  'fitment.checkGeneration': {
    who: administrators,
    inside: 404,
    body: { baseVersion: 1, generationId: 'none', checkedOn: null },
  },
  'fitment.findLearning': { who: administrators, inside: 200 },
  'fitment.applyProposal': { who: administrators, inside: 400, body: {} },
  'fitment.exportData': { who: administrators, inside: 200 },
  'fitment.exportRules': { who: administrators, inside: 200 },
  'shops.list': { who: open, inside: 200 },
  'shops.register': { who: signedOut, inside: 400, body: {} },
  'shops.geocode': { who: open, inside: 400 },
  'shops.listManaged': { who: staffAndSuspended, inside: 200 },
  'shops.find': { ...ofShop, inside: 200 },
  'shops.change': { ...ofShop, who: owners, inside: 200, body: { businessName: 'Garage' } },
  'shops.addClosure': {
    ...ofShop,
    who: owners,
    inside: 422,
    body: { firstDay: '2020-01-01', lastDay: '2020-01-01' },
  },
  'shops.removeClosure': { ...ofShop, who: owners, of: 'closure', inside: 200 },
  'shops.addBay': { ...ofShop, who: owners, inside: 409, body: { name: 'Bay 1' } },
  'shops.changeBay': { ...ofShop, who: owners, of: 'bay', inside: 200, body: {} },
  'shops.changePayout': { ...ofShop, who: owners, inside: 200, body: { paymentMethod: 'Venmo' } },
  'shops.changeStatus': { ...ofShop, who: administrators, inside: 200, body: { status: 'approved' } },
  'shops.decideChange': {
    ...ofShop,
    who: administrators,
    inside: 409,
    body: { requestId: 1, decision: 'approved' },
  },
  'people.findOwnMails': { ...ofShop, who: membersAlone, inside: 200 },
  'people.changeOwnMails': { ...ofShop, who: membersAlone, inside: 200, body: { muted: [] } },
  'shops.withdrawChange': { ...ofShop, who: owners, inside: 200 },
  'shops.listChanges': { ...ofShop, who: owners, inside: 200 },
  'shops.add': { who: ownersAlone, inside: 400, body: {} },
  'people.list': { ...ofShop, who: ownersAlone, inside: 200 },
  // The address of a person who works at every shop.
  'people.invite': {
    ...ofShop,
    who: ownersAlone,
    inside: 409,
    body: { email: 'of-bystander@private.test', role: 'desk' },
  },
  'people.withdrawInvitation': { who: ownersAlone, of: 'invitation', inside: 200 },
  'people.changeRole': { who: ownersAlone, of: 'member', inside: 200, body: { role: 'desk' } },
  'people.remove': { who: ownersAlone, of: 'member', inside: 200 },
  'people.findInvitation': { who: open, inside: 400, body: {} },
  'people.acceptInvitation': { who: open, inside: 400, body: {} },
  'work.list': { who: workers, inside: 200 },
  'work.take': { who: workersAlone, of: 'job', inside: 200 },
  'work.leave': { who: workersAlone, of: 'job', inside: 200 },
  'work.find': { who: workers, of: 'job', inside: 200 },
  'work.recordEvent': {
    who: workers,
    of: 'job',
    inside: 200,
    hasId: true,
    body: { event: 'arrive', from: 'booked' },
  },
  'work.addNote': {
    who: workers,
    of: 'job',
    inside: 200,
    hasId: true,
    body: { kind: 'shop', body: 'The AUX socket is broken' },
  },
  'work.recordMileage': { who: workers, of: 'job', inside: 200, hasId: true, body: { mileage: 48_250 } },
  'work.markChecklist': {
    who: workers,
    of: 'job',
    inside: 200,
    hasId: true,
    body: { item: 'carplay', isDone: true },
  },
  // Without a file it is refused as unreadable.
  'work.addPhoto': { who: workers, of: 'job', inside: 422, query: 'kind=before' },
  // The work is not done yet.
  'work.sign': {
    who: workers,
    of: 'job',
    inside: 409,
    body: { name: 'Casey Rivera', wording: 'Done', strokes: [] },
  },
  'work.findLinked': { who: open, inside: 400, body: {} },
  'work.signByLink': { who: open, inside: 400, body: {} },
  'work.findSheet': { who: workers, of: 'job', inside: 200 },
  'work.downloadSheet': { who: workers, of: 'job', inside: 200 },
  // It is not paid.
  'work.findReceipt': { ...ofAppointment, inside: 409 },
  'work.downloadReceipt': { ...ofAppointment, inside: 409 },
  'work.findOwn': { who: customers, of: 'booked appointment', inside: 200 },
  'work.downloadOwnReceipt': { who: customers, of: 'booked appointment', inside: 409 },
  // The own appointment of the table is cancelled, without a fee.
  'admin.chargeFee': { ...ofAppointment, inside: 409, body: { feeCents: 5000 } },
  'admin.waiveFee': { ...ofAppointment, inside: 409 },
  // Nothing was paid at the shop.
  'admin.returnPayment': { ...ofAppointment, inside: 409, body: { leftAtShopCents: 5000 } },
  'admin.refundFee': { ...ofAppointment, who: administrators, inside: 409 },
  // The own appointment of the table is cancelled.
  'work.mailSheet': { ...ofAppointment, inside: 409, body: { kind: 'work_order' } },
  'admin.listTechnicians': { ...ofShop, inside: 200 },
  'feeds.list': { ...ofShop, who: workersAlone, inside: 200 },
  'feeds.create': { ...ofShop, who: workersAlone, inside: 201, body: { kind: 'mine' } },
  'feeds.revoke': { ...ofShop, who: workersAlone, inside: 200 },
  'feeds.read': { who: open, inside: 400 },
  'blocks.create': {
    who: staff,
    inside: 404,
    body: {
      shopId: 999_999_999,
      bayIds: [1],
      from: '2030-01-07 12:00',
      to: '2030-01-07 13:00',
      reason: 'Lunch',
    },
  },
  'blocks.preview': {
    who: staff,
    inside: 404,
    body: { shopId: 999_999_999, bayIds: [1], from: '2030-01-07 12:00', to: '2030-01-07 13:00' },
  },
  'blocks.remove': { who: staff, inside: 404 },
  // A shop that does not exist: a permitted call books nothing.
  'admin.bookAppointment': {
    who: staff,
    inside: 404,
    body: {
      shopId: 999_999_999,
      contact: { name: 'Maria Lopez', phone: '(626) 555-0142' },
      vehicleInfo: { year: 2018, make: 'BMW', model: 'X5' },
      productId: 1,
      date: '2030-01-07 09:00',
      payment: 'at_shop',
    },
  },
  'admin.recordPayment': {
    ...ofAppointment,
    inside: 409,
    body: { method: 'cash', seenDueCents: 49_900 },
  },
  // The own appointment of the table is cancelled.
  'admin.moveAppointment': { ...ofAppointment, inside: 409, body: { durationMinutes: 60 } },
  'admin.confirmAppointment': { ...ofAppointment, inside: 409 },
  'admin.assignTechnician': { ...ofAppointment, inside: 409, body: { userId: null } },
  // Without a file it is refused as unreadable.
  'fitment.addPhoto': { who: customers, inside: 422, of: 'fitment review' },
  'fitment.getPhoto': { who: open, inside: 400 },
  'appointments.listFreeSlots': {
    who: open,
    inside: 200,
    of: 'appointment in the query',
    malformed: 400,
    query: 'date=2030-01-07&shopId=5',
  },
  'appointments.listForEmail': { ...ownAddress, of: 'address' },
  'appointments.listOwn': { ...ownAddress, of: 'address in a header' },
  'appointments.book': { who: customers, inside: 409 },
  'appointments.change': { who: customers, inside: 409, of: 'booked appointment', body: { productId: 1 } },
  'appointments.listPackageChoices': { who: customers, inside: 409, of: 'booked appointment' },
  'appointments.waitForEarlier': { who: customers, inside: 409, of: 'booked appointment' },
  'appointments.stopWaiting': { who: customers, inside: 200, of: 'booked appointment' },
  'appointments.replaceCard': {
    who: customers,
    inside: 409,
    of: 'booked appointment',
    body: { paymentMethodId: 'pm_card_visa', amount: 1 },
  },
  'appointments.findCalendarFile': { who: customers, inside: 200, of: 'booked appointment' },
  'appointments.findLinked': { who: open, inside: 400, body: {} },
  'appointments.confirmByLink': { who: open, inside: 400, body: {} },
  'appointments.moveByLink': { who: open, inside: 400, body: {} },
  'appointments.cancelByLink': { who: open, inside: 400, body: {} },
  'appointments.proveAddress': { who: open, inside: 400, body: {} },
  'appointments.findCardRequest': { who: open, inside: 400, body: {} },
  'appointments.confirmCard': { who: open, inside: 400, body: {} },
  'admin.listAppointments': {
    who: staffAndSuspended,
    inside: 200,
    of: 'shop in the query',
    foreign: 200,
    missing: 200,
    malformed: 400,
  },
  'admin.exportAppointments': {
    who: staff,
    inside: 200,
    of: 'shop in the query',
    foreign: 200,
    missing: 200,
    malformed: 400,
  },
  'admin.findAppointment': { ...ofAppointment, who: staffAndSuspended, inside: 200 },
  'admin.capturePayment': { ...ofAppointment, who: staffAndSuspended, inside: 409 },
  'admin.changeStatus': {
    ...ofAppointment,

    inside: 200,
    body: { status: 'cancelled' },
  },
  'admin.askForCard': { ...ofAppointment, inside: 409 },
  'admin.correctContact': {
    ...ofAppointment,
    inside: 409,
    body: { phone: '(626) 555-0142' },
  },
  'texts.find': { ...ofAppointment, inside: 200 },
  'texts.write': { ...ofAppointment, inside: 409, body: { body: 'See you at nine' } },
  'texts.markRead': {
    ...ofAppointment,
    inside: 200,
    body: { newestId: '00000000-0000-7000-8000-000000000000' },
  },
  'texts.markStrangersRead': { who: staff, of: 'text of a stranger', inside: 200 },
  'texts.recordAnswer': { ...ofAppointment, inside: 200, body: { agrees: false } },
  'admin.listAttention': { who: staff, inside: 200 },
  'live.watch': { who: workers, inside: 200 },
  'admin.resendMail': { who: staff, inside: 200, of: 'mail' },
  'admin.findBoard': { who: staff, inside: 200, of: 'shop in the query', malformed: 400 },
  'funnel.countStep': { who: open, inside: 400, body: {} },
  'funnel.find': { who: administrators, inside: 200 },
  'admin.findOverview': { who: staff, inside: 200, of: 'shop in the query', malformed: 400 },
  'admin.listCustomers': { who: administrators, inside: 200 },
  'admin.decideCustomer': {
    who: administrators,
    inside: 201,
    of: 'customer',
    body: { decision: 'unblock', reason: 'Reviewed' },
  },
  'admin.search': {
    who: staffAndSuspended,
    inside: 200,
    of: 'shop in the query',
    foreign: 200,
    missing: 200,
    malformed: 400,
    query: 'q=private',
  },
  'contacts.list': { who: staff, inside: 200, of: 'shop in the query', malformed: 400 },
  'contacts.find': { ...ofContact, inside: 200 },
  'contacts.add': { who: staff, inside: 404, body: { shopId: 999_999_999, name: 'Maria Lopez' } },
  'contacts.change': { ...ofContact, inside: 200, body: { phone: '(626) 555-0142' } },
  'contacts.addNote': { ...ofContact, inside: 201, body: { text: 'Prefers a call' } },
  'contacts.addCar': { ...ofContact, inside: 201, body: { year: 2018, make: 'Honda', model: 'Civic' } },
  'contacts.removeCar': { ...ofContact, inside: 200, part: 'car' },
  'contacts.merge': {
    ...ofContact,
    inside: 409,
    body: { otherId: '00000000-0000-7000-8000-000000000000', name: 'Maria Lopez', phone: null, email: null },
  },
  // The contact was merged again since.
  'contacts.undoMerge': { ...ofContact, inside: 409, part: 'merge' },
  'admin.listMisfits': { ...ofShop, inside: 200 },
  'admin.previewMisfits': { ...ofShop, inside: 200, body: {} },
  'admin.findStatement': { ...ofShop, who: owners, inside: 200, query: 'month=2026-11' },
  'admin.exportStatement': { ...ofShop, who: owners, inside: 200, query: 'month=2026-11' },
  'price.find': { ...ofAppointment, inside: 200 },
  'price.addLine': {
    ...ofAppointment,
    inside: 409,
    hasId: true,
    body: { kind: 'part', description: 'Bracket', amountCents: 4_000 },
  },
  'price.removeLine': { ...ofAppointment, inside: 409 },
  'price.removePayment': { ...ofAppointment, inside: 409 },
  'price.askForAgreement': { ...ofAppointment, inside: 409 },
  'price.agreeAtShop': {
    ...ofAppointment,
    inside: 409,
    body: { name: 'Casey Rivera', wording: 'I agree', strokes: [], seenTotalCents: 53_900, seenLines: [] },
  },
  'price.refundPart': {
    ...ofAppointment,
    inside: 409,
    hasId: true,
    body: { amountCents: 100, reason: 'Scratch', seenRefundedCents: 0 },
  },
  'price.findPricing': { ...ofShop, inside: 200 },
  'price.changePricing': {
    ...ofShop,
    who: owners,
    inside: 200,
    body: { taxRate: null, takesTips: false, shares: [] },
  },
  'price.findLinked': { who: open, inside: 400, body: {} },
  'price.agreeByLink': { who: open, inside: 400, body: {} },
  'payouts.list': { who: administrators, inside: 200, query: 'month=2026-11' },
  'payouts.export': { who: administrators, inside: 200, query: 'month=2026-11' },
  // No month of the future is over.
  'payouts.record': {
    ...ofShop,
    who: administrators,
    inside: 409,
    hasId: true,
    body: {
      month: '2099-12',
      kind: 'payment',
      amountCents: 100,
      paidOn: '2099-12-31',
      reference: 'A-1',
      seenCents: 0,
    },
  },
  'admin.downloadEvidence': { ...ofAppointment, who: administrators, inside: 200 },
  'admin.downloadEvidenceText': { ...ofAppointment, who: administrators, inside: 200 },
} as const satisfies Record<EndpointName, Rule>

/** Routes outside the contract, with one status for every caller. A trailing * matches any suffix. */
export const beside: Record<string, number> = {
  'GET /healthz': 200,
  'GET /readyz': 200,
  // Requires the token of the metrics.
  'GET /metrics': 403,
  'GET /api/openapi.json': 200,
  'GET /api/docs': 200,
  'HEAD /api/docs/': 200,
  'GET /api/docs/json': 200,
  'GET /api/docs/yaml': 200,
  'GET /api/docs/static/index.html': 302,
  'GET /api/docs/static/*': 200,
  // Requires the secret that the product shares with its sandbox.
  'POST /api/sandbox/clock': 403,
  // Requires the card provider's secret.
  'POST /api/webhooks/payments': 400,
  // Requires the text provider's signature.
  'POST /api/webhooks/texts/inbound': 403,
  'POST /api/webhooks/texts/status': 403,
  'GET /robots.txt': 200,
  'GET /sitemap.xml': 200,
  'GET /': 200,
  'GET /login': 200,
  'GET /forgot-password': 200,
  'GET /reset-password': 200,
  'GET /verify-email': 200,
  'GET /social-sign-in': 200,
  'GET /account': 200,
  'GET /picture': 200,
  'GET /scheduler': 200,
  'GET /appointments': 200,
  'GET /confirm-card': 200,
  'GET /confirm-address': 200,
  'GET /appointment-link': 200,
  'GET /sign-off': 200,
  'GET /price': 200,
  'GET /fitment-photo': 200,
  'GET /book': 200,
  'GET /privacy': 200,
  'GET /terms': 200,
  'GET /refunds': 200,
  'GET /admin': 200,
  'GET /work': 200,
  'GET /join': 200,
  'GET /shop-registration': 200,
  'GET /favicon.svg': 200,
  'GET /assets/*': 200,
  'GET /pictures/*': 200,
}
