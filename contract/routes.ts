import type { Action } from './identity/permissions.ts'

/**
 * The header that names the account a page was drawn for: the user's id. Optional. A call of another session
 * is refused as `other_account`, because two tabs of one browser share their cookies.
 */
export const accountHeader = 'x-account-id'

/** Header of a customer's list of appointments: the code with which a new booking would be refused now. */
export const bookingRefusedHeader = 'x-booking-refused'

/** Header with the token of a fitment review, from its mailed link or its request. It replaces a session. */
export const reviewTokenHeader = 'x-review-token'

/**
 * The callers of a route: everyone, signed-out visitors alone, or the standings that `permissions` allows the
 * action.
 */
export type Access = 'anyone' | 'signed-out' | Action

/**
 * A path has `:name` for each path parameter. Where the installation requires a second factor, staff need one
 * for every action but `account.use`.
 */
type Route = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, access: Access]

/**
 * Every endpoint: its name, address and callers. Schemas and refusals are in `<feature>/endpoints.ts`, apart
 * from this table, because the browser loads it and the schemas weigh more than any page.
 */
export const routes = {
  'settings.find': ['GET', '/api/config', 'anyone'],

  'identity.signUp': ['POST', '/api/auth/sign-up/email', 'anyone'],
  'identity.signIn': ['POST', '/api/auth/sign-in/email', 'anyone'],
  'identity.requestEmailCode': ['POST', '/api/auth/request-email-code', 'anyone'],
  'identity.signInWithCode': ['POST', '/api/auth/sign-in/email-code', 'anyone'],
  'identity.findWaitingSignIn': ['GET', '/api/auth/second-factor', 'anyone'],
  'identity.finishSecondFactor': ['POST', '/api/auth/second-factor', 'anyone'],
  'identity.startPasskeySignIn': ['POST', '/api/auth/passkey/options', 'anyone'],
  'identity.finishPasskeySignIn': ['POST', '/api/auth/passkey', 'anyone'],
  'identity.startSocialSignIn': ['POST', '/api/auth/sign-in/social', 'anyone'],
  'identity.finishSocialSignIn': ['GET', '/api/auth/callback/:provider', 'anyone'],
  'identity.openTokenSession': ['POST', '/api/auth/token', 'anyone'],
  'identity.closeTokenSession': ['DELETE', '/api/auth/token', 'anyone'],
  'identity.requestPasswordReset': ['POST', '/api/auth/request-password-reset', 'anyone'],
  'identity.resetPassword': ['POST', '/api/auth/reset-password', 'anyone'],
  'identity.requestEmailProof': ['POST', '/api/auth/send-verification-email', 'account.use'],
  'identity.proveEmail': ['POST', '/api/auth/verify-email', 'anyone'],
  'identity.signOut': ['POST', '/api/auth/sign-out', 'anyone'],
  'identity.findSession': ['GET', '/api/auth/get-session', 'anyone'],
  'identity.findPasswordPolicy': ['GET', '/api/auth/password-policy', 'anyone'],
  'identity.findAccount': ['GET', '/api/account', 'account.use'],
  'identity.changeProfile': ['PATCH', '/api/account', 'account.use'],
  'identity.changePassword': ['POST', '/api/account/password', 'account.use'],
  'identity.linkSignIn': ['POST', '/api/account/sign-ins', 'account.use'],
  'identity.unlinkSignIn': ['DELETE', '/api/account/sign-ins/:provider', 'account.use'],
  'identity.endSession': ['DELETE', '/api/account/sessions/:id', 'account.use'],
  'identity.endOtherSessions': ['DELETE', '/api/account/sessions', 'account.use'],
  'identity.startSecondFactor': ['POST', '/api/account/second-factor', 'account.use'],
  'identity.confirmSecondFactor': ['POST', '/api/account/second-factor/confirm', 'account.use'],
  'identity.stopSecondFactor': ['POST', '/api/account/second-factor/stop', 'account.use'],
  'identity.renewRecoveryCodes': ['POST', '/api/account/second-factor/recovery-codes', 'account.use'],
  'identity.startPasskey': ['POST', '/api/account/passkeys/options', 'account.use'],
  'identity.addPasskey': ['POST', '/api/account/passkeys', 'account.use'],
  'identity.renamePasskey': ['PATCH', '/api/account/passkeys/:id', 'account.use'],
  'identity.removePasskey': ['POST', '/api/account/passkeys/:id/remove', 'account.use'],

  'account.exportData': ['GET', '/api/account/data', 'account.use'],
  'account.delete': ['POST', '/api/account/delete', 'account.use'],

  'catalog.listPackages': ['GET', '/api/packages', 'anyone'],
  'fitment.check': ['GET', '/api/fitment', 'anyone'],
  'fitment.requestReview': ['POST', '/api/fitment-reviews', 'ownAppointment.book'],
  'fitment.findReview': ['GET', '/api/fitment-reviews/:id', 'anyone'],
  'fitment.listReviews': ['GET', '/api/admin/fitment-reviews', 'fitment.review'],
  'fitment.answerReview': ['POST', '/api/admin/fitment-reviews/:id', 'fitment.review'],
  'fitment.findData': ['GET', '/api/admin/fitment', 'fitment.change'],
  'fitment.listVersions': ['GET', '/api/admin/fitment/versions', 'fitment.change'],
  'fitment.previewChange': ['POST', '/api/admin/fitment/preview', 'fitment.change'],
  'fitment.changeRules': ['POST', '/api/admin/fitment/versions', 'fitment.change'],
  'fitment.checkGeneration': ['POST', '/api/admin/fitment/checks', 'fitment.change'],
  'fitment.findLearning': ['GET', '/api/admin/fitment/learning', 'fitment.change'],
  'fitment.applyProposal': ['POST', '/api/admin/fitment/proposals', 'fitment.change'],
  'fitment.exportData': ['GET', '/api/admin/fitment/data.json', 'fitment.change'],
  'fitment.exportRules': ['GET', '/api/admin/fitment/rules.csv', 'fitment.change'],

  'shops.list': ['GET', '/api/shops', 'anyone'],
  'shops.register': ['POST', '/api/register-shop', 'signed-out'],
  'shops.geocode': ['GET', '/api/geocode', 'anyone'],
  'shops.add': ['POST', '/api/admin/shops', 'shop.add'],
  'shops.listManaged': ['GET', '/api/admin/shops', 'shop.read'],
  'shops.find': ['GET', '/api/admin/shops/:id', 'shop.readSettings'],
  'shops.change': ['PATCH', '/api/admin/shops/:id', 'shop.change'],
  'shops.addClosure': ['POST', '/api/admin/shops/:id/closures', 'shop.change'],
  'shops.removeClosure': ['DELETE', '/api/admin/shops/:id/closures/:closureId', 'shop.change'],
  'shops.addBay': ['POST', '/api/admin/shops/:id/bays', 'shop.change'],
  'shops.changeBay': ['PATCH', '/api/admin/shops/:id/bays/:bayId', 'shop.change'],
  'shops.changePayout': ['PATCH', '/api/admin/shops/:id/payout', 'shop.changePayout'],
  'shops.changeStatus': ['PATCH', '/api/admin/shops/:id/status', 'shop.changeStatus'],
  'shops.decideChange': ['POST', '/api/admin/shops/:id/change-request', 'shop.changeStatus'],
  'shops.withdrawChange': ['DELETE', '/api/admin/shops/:id/change-request', 'shop.change'],
  'shops.listChanges': ['GET', '/api/admin/shops/:id/changes', 'shop.change'],

  'people.list': ['GET', '/api/admin/shops/:id/people', 'people.read'],
  'people.invite': ['POST', '/api/admin/shops/:id/invitations', 'people.change'],
  'people.withdrawInvitation': ['DELETE', '/api/admin/shops/:id/invitations/:invitationId', 'people.change'],
  'people.changeRole': ['PATCH', '/api/admin/shops/:id/people/:userId', 'people.change'],
  'people.remove': ['DELETE', '/api/admin/shops/:id/people/:userId', 'people.change'],
  'people.findInvitation': ['POST', '/api/invitations/find', 'anyone'],
  'people.acceptInvitation': ['POST', '/api/invitations/accept', 'anyone'],

  'work.list': ['GET', '/api/work', 'work.read'],
  'work.take': ['POST', '/api/work/:id/take', 'work.take'],
  'work.leave': ['POST', '/api/work/:id/leave', 'work.take'],
  'work.find': ['GET', '/api/work/:id', 'work.read'],
  'work.recordEvent': ['POST', '/api/work/:id/events', 'work.record'],
  'work.addNote': ['POST', '/api/work/:id/notes', 'work.record'],
  'work.recordMileage': ['POST', '/api/work/:id/mileage', 'work.record'],
  'work.markChecklist': ['POST', '/api/work/:id/checklist', 'work.record'],
  'work.addPhoto': ['POST', '/api/work/:id/photos', 'work.record'],
  'work.findSheet': ['GET', '/api/work/:id/sheet', 'work.read'],
  'work.downloadSheet': ['GET', '/api/work/:id/sheet.pdf', 'work.read'],
  'work.sign': ['POST', '/api/work/:id/sign-off', 'work.record'],
  'work.findLinked': ['POST', '/api/sign-off/find', 'anyone'],
  'work.signByLink': ['POST', '/api/sign-off', 'anyone'],
  'people.findOwnMails': ['GET', '/api/admin/shops/:id/mails', 'people.changeOwnMails'],
  'people.changeOwnMails': ['PATCH', '/api/admin/shops/:id/mails', 'people.changeOwnMails'],

  'fitment.addPhoto': ['POST', '/api/fitment-reviews/:id/photos', 'ownReview.addPhoto'],
  'fitment.getPhoto': ['GET', '/api/photos/:id', 'anyone'],

  'appointments.listFreeSlots': ['GET', '/api/appointments/availability', 'anyone'],
  'appointments.listForEmail': ['GET', '/api/appointments/user/:email', 'ownAppointment.list'],
  'appointments.listOwn': ['GET', '/api/appointments/user/all', 'ownAppointment.list'],
  'appointments.book': ['POST', '/api/appointments', 'ownAppointment.book'],
  'appointments.change': ['PATCH', '/api/appointments/:id', 'ownAppointment.change'],
  'fitment.waitForReview': ['POST', '/api/appointments/:id/fitment-wait', 'ownAppointment.change'],
  'appointments.waitForEarlier': ['POST', '/api/appointments/:id/waiting', 'ownAppointment.change'],
  'appointments.stopWaiting': ['DELETE', '/api/appointments/:id/waiting', 'ownAppointment.change'],
  'appointments.listPackageChoices': ['GET', '/api/appointments/:id/packages', 'ownAppointment.change'],
  'appointments.findCalendarFile': [
    'GET',
    '/api/appointments/:id/calendar',
    'ownAppointment.findCalendarFile',
  ],
  'work.findOwn': ['GET', '/api/appointments/:id/work', 'ownAppointment.readWork'],
  'work.downloadOwnReceipt': ['GET', '/api/appointments/:id/receipt.pdf', 'ownAppointment.readWork'],
  'appointments.findLinked': ['POST', '/api/appointment-link/find', 'anyone'],
  'appointments.confirmByLink': ['POST', '/api/appointment-link/confirm', 'anyone'],
  'appointments.moveByLink': ['POST', '/api/appointment-link/move', 'anyone'],
  'appointments.cancelByLink': ['POST', '/api/appointment-link/cancel', 'anyone'],
  'appointments.proveAddress': ['POST', '/api/confirm-address', 'anyone'],
  'appointments.findCardRequest': ['POST', '/api/confirm-card/find', 'anyone'],
  'appointments.confirmCard': ['POST', '/api/confirm-card', 'anyone'],
  'appointments.replaceCard': ['POST', '/api/appointments/:id/card', 'ownAppointment.change'],

  'funnel.countStep': ['POST', '/api/funnel', 'anyone'],
  'funnel.find': ['GET', '/api/admin/funnel', 'funnel.read'],

  'live.watch': ['GET', '/api/admin/live', 'live.watch'],

  'admin.listAppointments': ['GET', '/api/admin/appointments', 'appointment.read'],
  'admin.exportAppointments': ['GET', '/api/admin/appointments.csv', 'appointment.export'],
  'admin.findAppointment': ['GET', '/api/admin/appointments/:id', 'appointment.read'],
  'work.findReceipt': ['GET', '/api/admin/appointments/:id/receipt', 'receipt.read'],
  'work.downloadReceipt': ['GET', '/api/admin/appointments/:id/receipt.pdf', 'receipt.read'],
  'work.mailSheet': ['POST', '/api/admin/appointments/:id/sheet-mail', 'receipt.read'],
  'fitment.recordOutcome': ['POST', '/api/admin/appointments/:id/fitment-outcome', 'fitment.recordOutcome'],
  'admin.askForCard': ['POST', '/api/admin/appointments/:id/card-request', 'appointment.askForCard'],
  'admin.correctContact': ['PATCH', '/api/admin/appointments/:id/contact', 'appointment.correctContact'],
  'admin.bookAppointment': ['POST', '/api/admin/appointments', 'appointment.create'],
  'admin.moveAppointment': ['PATCH', '/api/admin/appointments/:id', 'appointment.move'],
  'admin.confirmAppointment': ['POST', '/api/admin/appointments/:id/confirm', 'appointment.confirm'],
  'feeds.list': ['GET', '/api/work/shops/:id/feeds', 'feed.change'],
  'feeds.create': ['POST', '/api/work/shops/:id/feeds', 'feed.change'],
  'feeds.revoke': ['DELETE', '/api/work/shops/:id/feeds/:kind', 'feed.change'],
  'feeds.read': ['GET', '/api/calendar/:file', 'anyone'],
  'texts.find': ['GET', '/api/admin/appointments/:id/texts', 'text.read'],
  'texts.write': ['POST', '/api/admin/appointments/:id/texts', 'text.write'],
  'texts.markRead': ['POST', '/api/admin/appointments/:id/texts/read', 'text.read'],
  'texts.recordAnswer': ['POST', '/api/admin/appointments/:id/text-consent', 'text.write'],
  'texts.markStrangersRead': ['POST', '/api/admin/texts/:id/read', 'text.read'],
  'admin.listTechnicians': ['GET', '/api/admin/shops/:id/technicians', 'appointment.assign'],
  'admin.assignTechnician': ['PATCH', '/api/admin/appointments/:id/technician', 'appointment.assign'],
  'admin.listAttention': ['GET', '/api/admin/attention', 'attention.read'],
  'admin.resendMail': ['POST', '/api/admin/mails/:id/resend', 'mail.resend'],
  'admin.findBoard': ['GET', '/api/admin/board', 'board.read'],
  'blocks.create': ['POST', '/api/admin/blocks', 'block.change'],
  'blocks.preview': ['POST', '/api/admin/blocks/preview', 'block.change'],
  'blocks.remove': ['DELETE', '/api/admin/blocks/:id', 'block.change'],
  'admin.findOverview': ['GET', '/api/admin/overview', 'overview.read'],
  'admin.listCustomers': ['GET', '/api/admin/customers', 'customer.read'],
  'admin.decideCustomer': ['POST', '/api/admin/customers/:id/decisions', 'customer.decide'],
  'admin.search': ['GET', '/api/admin/search', 'appointment.read'],
  'contacts.list': ['GET', '/api/admin/contacts', 'contact.read'],
  'contacts.find': ['GET', '/api/admin/contacts/:id', 'contact.read'],
  'contacts.add': ['POST', '/api/admin/contacts', 'contact.change'],
  'contacts.change': ['PATCH', '/api/admin/contacts/:id', 'contact.change'],
  'contacts.addNote': ['POST', '/api/admin/contacts/:id/notes', 'contact.change'],
  'contacts.addCar': ['POST', '/api/admin/contacts/:id/cars', 'contact.change'],
  'contacts.removeCar': ['DELETE', '/api/admin/contacts/:id/cars/:carId', 'contact.change'],
  'contacts.merge': ['POST', '/api/admin/contacts/:id/merge', 'contact.merge'],
  'contacts.undoMerge': ['POST', '/api/admin/contacts/:id/merges/:mergeId/undo', 'contact.merge'],
  'admin.listMisfits': ['GET', '/api/admin/shops/:id/misfits', 'attention.read'],
  'admin.previewMisfits': ['POST', '/api/admin/shops/:id/misfits', 'attention.read'],
  'admin.findStatement': ['GET', '/api/admin/shops/:id/statement', 'statement.read'],
  'admin.exportStatement': ['GET', '/api/admin/shops/:id/statement.csv', 'statement.read'],
  'payouts.list': ['GET', '/api/admin/payouts', 'payout.record'],
  'payouts.export': ['GET', '/api/admin/payouts.csv', 'payout.record'],
  'payouts.record': ['POST', '/api/admin/shops/:id/payouts', 'payout.record'],
  'admin.recordPayment': ['POST', '/api/admin/appointments/:id/payment', 'payment.recordAtShop'],
  'admin.returnPayment': ['POST', '/api/admin/appointments/:id/payment/return', 'payment.returnAtShop'],
  'admin.capturePayment': ['POST', '/api/admin/appointments/:id/capture', 'payment.capture'],
  'price.find': ['GET', '/api/admin/appointments/:id/price', 'price.read'],
  'price.addLine': ['POST', '/api/admin/appointments/:id/price/lines', 'price.change'],
  'price.removeLine': ['DELETE', '/api/admin/appointments/:id/price/lines/:lineId', 'price.change'],
  'price.removePayment': [
    'DELETE',
    '/api/admin/appointments/:id/price/payments/:paymentId',
    'payment.recordAtShop',
  ],
  'price.askForAgreement': ['POST', '/api/admin/appointments/:id/price/ask', 'price.change'],
  'price.agreeAtShop': ['POST', '/api/admin/appointments/:id/price/agreement', 'price.change'],
  'price.refundPart': ['POST', '/api/admin/appointments/:id/refunds', 'payment.refundPart'],
  'price.findLinked': ['POST', '/api/price/find', 'anyone'],
  'price.agreeByLink': ['POST', '/api/price', 'anyone'],
  'price.findPricing': ['GET', '/api/admin/shops/:id/pricing', 'shop.readSettings'],
  'price.changePricing': ['POST', '/api/admin/shops/:id/pricing', 'shop.change'],
  'admin.changeStatus': ['PATCH', '/api/admin/appointments/:id/status', 'appointment.cancel'],
  'admin.chargeFee': ['POST', '/api/admin/appointments/:id/fee', 'fee.charge'],
  'admin.waiveFee': ['POST', '/api/admin/appointments/:id/fee/waive', 'fee.charge'],
  'admin.refundFee': ['POST', '/api/admin/appointments/:id/fee/refund', 'fee.refund'],
  'admin.downloadEvidence': ['GET', '/api/admin/appointments/:id/evidence.pdf', 'dispute.answer'],
  'admin.downloadEvidenceText': ['GET', '/api/admin/appointments/:id/evidence.txt', 'dispute.answer'],
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type EndpointName = keyof Routes
