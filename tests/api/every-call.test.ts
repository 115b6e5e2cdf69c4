import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { book } from '../support/orders.ts'
import {
  personWith,
  registerShop,
  send,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

/** Status by caller: signed out, customer, shop, administrator. */
type Row = [signedOut: number, customer: number, shop: number, administrator: number]

const missingId = '00000000-0000-7000-8000-000000000000'
const missingShop = '999999'
const open: Row = [200, 200, 200, 200]
const malformed: Row = [400, 400, 400, 400]
const ownersOnly: Row = [401, 403, 404, 403]
const staffOnly: Row = [401, 403, 404, 404]

/**
 * Every endpoint of the contract by role. The target does not exist: a permitted role gets 404 (400 for an
 * empty body), any other role is refused before the lookup. An endpoint without a row fails the test.
 */
const table: Record<EndpointName, Row> = {
  'settings.find': open,
  'identity.signUp': malformed,
  'identity.signIn': malformed,
  'identity.requestEmailCode': malformed,
  'identity.signInWithCode': malformed,
  'identity.signOut': open,
  'identity.findSession': open,
  'identity.findPasswordPolicy': open,
  'identity.findWaitingSignIn': open,
  'identity.finishSecondFactor': malformed,
  'identity.startPasskeySignIn': open,
  'identity.finishPasskeySignIn': malformed,
  'identity.startSocialSignIn': malformed,
  'identity.finishSocialSignIn': malformed,
  'identity.openTokenSession': [401, 401, 401, 401],
  'identity.closeTokenSession': [401, 401, 401, 401],
  'identity.requestPasswordReset': malformed,
  'identity.resetPassword': malformed,
  'identity.requestEmailProof': [401, 200, 200, 200],
  'identity.proveEmail': malformed,
  'identity.findAccount': [401, 200, 200, 200],
  'identity.changeProfile': [401, 200, 200, 200],
  'identity.changePassword': [401, 400, 400, 400],
  'identity.linkSignIn': [401, 400, 400, 400],
  'identity.unlinkSignIn': [401, 400, 400, 400],
  'identity.endSession': [401, 404, 404, 404],
  'identity.endOtherSessions': [401, 200, 200, 200],
  'identity.startSecondFactor': [401, 422, 422, 422],
  'identity.confirmSecondFactor': [401, 400, 400, 400],
  'identity.stopSecondFactor': [401, 422, 422, 422],
  'identity.renewRecoveryCodes': [401, 422, 422, 422],
  'identity.startPasskey': [401, 403, 403, 422],
  'identity.addPasskey': [401, 400, 400, 400],
  'identity.renamePasskey': [401, 400, 400, 400],
  'identity.removePasskey': [401, 422, 422, 422],
  'account.exportData': [401, 200, 200, 200],
  'account.delete': [401, 400, 400, 400],
  'catalog.listPackages': open,
  'fitment.check': open,
  'fitment.requestReview': [401, 400, 403, 403],
  'fitment.findReview': malformed,
  'fitment.listReviews': [401, 403, 200, 200],
  'fitment.recordOutcome': [401, 403, 400, 400],
  'fitment.answerReview': [401, 403, 400, 400],
  'fitment.waitForReview': [401, 404, 403, 403],
  'fitment.findData': [401, 403, 403, 200],
  'fitment.listVersions': [401, 403, 403, 200],
  'fitment.previewChange': [401, 403, 403, 400],
  'fitment.changeRules': [401, 403, 403, 400],
  'fitment.checkGeneration': [401, 403, 403, 404],
  'fitment.findLearning': [401, 403, 403, 200],
  'fitment.applyProposal': [401, 403, 403, 400],
  'fitment.exportData': [401, 403, 403, 200],
  'fitment.exportRules': [401, 403, 403, 200],
  'shops.list': open,
  'shops.register': [400, 403, 403, 403],
  'shops.geocode': malformed,
  'shops.listManaged': [401, 403, 200, 200],
  'shops.find': staffOnly,
  'shops.change': staffOnly,
  'shops.addClosure': staffOnly,
  'shops.removeClosure': staffOnly,
  'shops.addBay': staffOnly,
  'shops.changeBay': staffOnly,
  'shops.changePayout': staffOnly,
  'shops.add': [401, 403, 400, 403],
  'people.list': ownersOnly,
  'people.invite': ownersOnly,
  'people.withdrawInvitation': ownersOnly,
  'people.changeRole': ownersOnly,
  'people.remove': ownersOnly,
  'people.findInvitation': malformed,
  'people.acceptInvitation': malformed,
  'work.list': [401, 403, 200, 200],
  'work.take': [401, 403, 404, 403],
  'work.leave': [401, 403, 404, 403],
  'work.find': staffOnly,
  'work.recordEvent': staffOnly,
  'work.addNote': staffOnly,
  'work.recordMileage': staffOnly,
  'work.markChecklist': staffOnly,
  'work.addPhoto': [401, 403, 400, 400],
  'work.sign': staffOnly,
  'work.findLinked': malformed,
  'work.signByLink': malformed,
  'work.findSheet': staffOnly,
  'work.downloadSheet': staffOnly,
  'work.findReceipt': staffOnly,
  'work.downloadReceipt': staffOnly,
  'work.findOwn': [401, 404, 403, 403],
  'work.downloadOwnReceipt': [401, 404, 403, 403],
  'work.mailSheet': staffOnly,
  'admin.listTechnicians': staffOnly,
  'admin.assignTechnician': staffOnly,
  'feeds.list': [401, 403, 404, 403],
  'feeds.create': [401, 403, 404, 403],
  'feeds.revoke': [401, 403, 404, 403],
  'feeds.read': malformed,
  'blocks.create': staffOnly,
  'blocks.preview': staffOnly,
  'blocks.remove': staffOnly,
  'admin.bookAppointment': staffOnly,
  'payouts.list': [401, 403, 403, 200],
  'payouts.export': [401, 403, 403, 200],
  'payouts.record': [401, 403, 403, 404],
  'admin.recordPayment': staffOnly,
  'admin.returnPayment': staffOnly,
  'admin.chargeFee': staffOnly,
  'admin.waiveFee': staffOnly,
  'admin.refundFee': [401, 403, 403, 404],
  'admin.moveAppointment': staffOnly,
  'admin.confirmAppointment': staffOnly,
  'shops.changeStatus': [401, 403, 403, 404],
  'shops.decideChange': [401, 403, 403, 404],
  'shops.withdrawChange': staffOnly,
  'shops.listChanges': staffOnly,
  'people.findOwnMails': [401, 403, 404, 403],
  'people.changeOwnMails': [401, 403, 404, 403],
  'fitment.addPhoto': [401, 404, 403, 403],
  'fitment.getPhoto': malformed,
  'appointments.listFreeSlots': malformed,
  'appointments.listForEmail': [401, 403, 403, 403],
  'appointments.listOwn': [401, 200, 200, 200],
  'appointments.book': [401, 400, 403, 403],
  'appointments.change': [401, 400, 403, 403],
  'appointments.findCalendarFile': [401, 404, 403, 403],
  'appointments.findLinked': malformed,
  'appointments.confirmByLink': malformed,
  'appointments.moveByLink': malformed,
  'appointments.cancelByLink': malformed,
  'appointments.proveAddress': malformed,
  'appointments.listPackageChoices': [401, 404, 403, 403],
  'appointments.waitForEarlier': [401, 404, 403, 403],
  'appointments.stopWaiting': [401, 404, 403, 403],
  'appointments.findCardRequest': malformed,
  'appointments.confirmCard': malformed,
  'appointments.replaceCard': [401, 400, 403, 403],
  'live.watch': [401, 403, 200, 200],
  'admin.listAppointments': [401, 403, 200, 200],
  'admin.exportAppointments': [401, 403, 200, 200],
  'admin.findAppointment': staffOnly,
  'admin.capturePayment': staffOnly,
  'admin.changeStatus': staffOnly,
  'admin.askForCard': staffOnly,
  'admin.correctContact': staffOnly,
  'texts.find': staffOnly,
  'texts.write': staffOnly,
  'texts.markRead': staffOnly,
  'texts.markStrangersRead': staffOnly,
  'texts.recordAnswer': staffOnly,
  'admin.listAttention': [401, 403, 200, 200],
  'admin.resendMail': staffOnly,
  'admin.findBoard': staffOnly,
  'funnel.countStep': malformed,
  'funnel.find': [401, 403, 403, 200],
  'admin.findOverview': staffOnly,
  'admin.listCustomers': [401, 403, 403, 200],
  'admin.decideCustomer': [401, 403, 403, 404],
  'admin.search': [401, 403, 200, 200],
  'contacts.list': staffOnly,
  'contacts.find': staffOnly,
  'contacts.add': staffOnly,
  'contacts.change': staffOnly,
  'contacts.addNote': staffOnly,
  'contacts.addCar': staffOnly,
  'contacts.removeCar': staffOnly,
  'contacts.merge': staffOnly,
  'contacts.undoMerge': staffOnly,
  'admin.listMisfits': staffOnly,
  'admin.previewMisfits': staffOnly,
  'admin.findStatement': staffOnly,
  'admin.exportStatement': staffOnly,
  'price.find': staffOnly,
  'price.addLine': staffOnly,
  'price.removeLine': staffOnly,
  'price.removePayment': staffOnly,
  'price.askForAgreement': staffOnly,
  'price.agreeAtShop': staffOnly,
  'price.refundPart': staffOnly,
  'price.findPricing': staffOnly,
  'price.changePricing': staffOnly,
  'price.findLinked': malformed,
  'price.agreeByLink': malformed,
  'admin.downloadEvidence': [401, 403, 403, 404],
  'admin.downloadEvidenceText': [401, 403, 403, 404],
}

/** Bodies and queries that staff calls need beside the id. */
const bodies: Partial<Record<EndpointName, object>> = {
  'shops.addClosure': { firstDay: '2030-12-25', lastDay: '2030-12-25' },
  'shops.addBay': { name: 'Bay 9' },
  'shops.changePayout': { paymentMethod: 'Venmo' },
  'people.invite': { email: 'ana@example.test', role: 'desk' },
  'people.changeRole': { role: 'desk' },
  'admin.assignTechnician': { userId: null },
  'admin.bookAppointment': {
    shopId: Number(missingShop),
    contact: { name: 'Maria Lopez', phone: '(626) 555-0142' },
    vehicleInfo: { year: 2018, make: 'BMW', model: 'X5' },
    productId: 1,
    date: '2030-01-07 09:00',
    payment: 'at_shop',
  },
  'work.recordEvent': { id: missingId, event: 'arrive', from: 'booked' },
  'work.addNote': { id: missingId, kind: 'shop', body: 'The AUX socket is broken' },
  'work.recordMileage': { id: missingId, mileage: 48_250 },
  'work.markChecklist': { id: missingId, item: 'carplay', isDone: true },
  'work.sign': { name: 'Casey Rivera', wording: 'Done', strokes: [] },
  'work.mailSheet': { kind: 'work_order' },
  'feeds.create': { kind: 'mine' },
  'texts.write': { body: 'See you at nine' },
  'texts.recordAnswer': { agrees: true },
  'texts.markRead': { newestId: missingId },
  'blocks.create': {
    shopId: Number(missingShop),
    bayIds: [1],
    from: '2030-01-07 12:00',
    to: '2030-01-07 13:00',
    reason: 'Lunch',
  },
  'blocks.preview': {
    shopId: Number(missingShop),
    bayIds: [1],
    from: '2030-01-07 12:00',
    to: '2030-01-07 13:00',
  },
  'payouts.record': {
    id: '019a0000-0000-7000-8000-000000000000',
    month: '2020-02',
    kind: 'payment',
    amountCents: 100,
    paidOn: '2020-03-01',
    reference: 'A-1',
    seenCents: 0,
  },
  'admin.recordPayment': { method: 'cash', seenDueCents: 49_900 },
  'price.addLine': { id: missingId, kind: 'part', description: 'Bracket', amountCents: 4_000 },
  'price.agreeAtShop': {
    name: 'Casey Rivera',
    wording: 'I agree',
    strokes: [],
    seenTotalCents: 53_900,
    seenLines: [],
  },
  'price.refundPart': { id: missingId, amountCents: 100, reason: 'Scratch', seenRefundedCents: 0 },
  'price.changePricing': { taxRate: null, takesTips: false, shares: [] },
  'admin.chargeFee': { feeCents: 5000 },
  'admin.returnPayment': { leftAtShopCents: 5000 },
  'admin.moveAppointment': { durationMinutes: 60 },
  'people.changeOwnMails': { muted: [] },
  'shops.changeStatus': { status: 'suspended' },
  'admin.decideCustomer': { decision: 'unblock', reason: 'Reviewed' },
  'fitment.checkGeneration': { baseVersion: 1, generationId: 'none', checkedOn: null },
  'shops.decideChange': { requestId: 1, decision: 'approved' },
  'admin.changeStatus': { status: 'cancelled' },
  'admin.correctContact': { phone: '(626) 555-0142' },
  'contacts.add': { shopId: Number(missingShop), name: 'Maria Lopez' },
  'contacts.change': { name: 'Maria Lopez' },
  'contacts.addNote': { text: 'Prefers a call' },
  'contacts.addCar': { year: 2018, make: 'Honda', model: 'Civic' },
  'contacts.merge': { otherId: missingId, name: 'Maria Lopez', phone: null, email: null },
}
const queries: Partial<Record<EndpointName, (shop: string) => string>> = {
  'admin.findBoard': (shop) => `?shopId=${shop}`,
  'contacts.list': (shop) => `?shopId=${shop}`,
  'admin.search': () => '?q=Casey',
  'admin.findOverview': (shop) => `?shopId=${shop}`,
  'admin.findStatement': () => '?month=2026-11',
  'admin.exportStatement': () => '?month=2026-11',
  'payouts.list': () => '?month=2026-11',
  'payouts.export': () => '?month=2026-11',
}

let world: World
let people: Person[]
let appointmentId: string

beforeAll(async () => {
  world = await startWorld()
  const customer = await signUp(world)
  people = [personWith(world, ''), customer, await registerShop(world), await signInAdministrator(world)]
  appointmentId = await book(world, customer)
})
afterAll(() => world.stop())

function addressOf(path: string, ids: { appointment: string; shop: string }): string {
  return path
    .replace(':closureId', '1')
    .replace(':kind', 'mine')
    .replace(':bayId', '1')
    .replace(':carId', '1')
    .replace(':mergeId', missingId)
    .replace(':email', 'someone%40else.test')
    .replace(':id', path.includes('/shops/') ? ids.shop : ids.appointment)
}

async function callEndpoint(
  person: Person,
  name: EndpointName,
  ids = { appointment: missingId, shop: missingShop },
) {
  const endpoint: Endpoint = endpoints[name]
  const takesBody = endpoint.body !== undefined
  const query = queries[name]?.(ids.shop) ?? ''
  return send(world, endpoint.method, `${addressOf(endpoint.path, ids)}${query}`, {
    ...(takesBody ? { body: bodies[name] ?? {} } : {}),
    headers: person.cookie === '' ? {} : { cookie: person.cookie },
  })
}

// Signing out ends the session, so each role calls it with its own session.
const endpointNames = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'identity.signOut')

test('every call of the contract is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test.each(endpointNames)('%s answers each role as listed', async (name) => {
  const answers: Answer[] = []
  for (const person of people) answers.push(await callEndpoint(person, name))
  expect(answers.map(({ status }) => status)).toEqual(table[name])
  for (const { status, body } of answers) if (status >= 400) expect(Object.keys(body)).toEqual(['error'])
})

test('signing out is public', async () => {
  for (const person of [personWith(world, ''), await signUp(world)])
    expect((await callEndpoint(person, 'identity.signOut')).status).toBe(200)
})

const shopScopedNames = endpointNames.filter(
  (name) =>
    endpoints[name].path.startsWith('/api/admin/') &&
    (endpoints[name].path.includes(':id') || name in queries),
)

test.each(shopScopedNames)(
  '%s: another shop’s target gets the same response as a missing one',
  async (name) => {
    const shop = people[2] ?? personWith(world, '')
    const missing = await callEndpoint(shop, name)
    const foreign = await callEndpoint(shop, name, { appointment: appointmentId, shop: '5' })
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  },
)
