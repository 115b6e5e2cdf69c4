import type { Role } from './identity/identity.ts'

/** A signed-out caller of any route but 'anyone' and 'signed-out' gets 401, the wrong role 403. */
export type Audience = 'anyone' | 'signed-out' | readonly Role[]

/** A path has `:name` for each path parameter. 'second factor': staff need one where the installation requires it. */
type Route = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  audience: Audience,
  secondFactor?: 'second factor',
]

const everyone = ['customer', 'shop', 'administrator'] as const
const staff = ['shop', 'administrator'] as const

/**
 * Every endpoint: its name, address and callers. Schemas and refusals are in `<feature>/endpoints.ts`, apart from this table, because
 * the browser loads it and the schemas weigh more than any page.
 */
export const routes = {
  'settings.find': ['GET', '/api/config', 'anyone'],

  'identity.signUp': ['POST', '/api/auth/sign-up/email', 'anyone'],
  'identity.signIn': ['POST', '/api/auth/sign-in/email', 'anyone'],
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
  'identity.requestEmailProof': ['POST', '/api/auth/send-verification-email', everyone],
  'identity.proveEmail': ['POST', '/api/auth/verify-email', 'anyone'],
  'identity.signOut': ['POST', '/api/auth/sign-out', 'anyone'],
  'identity.findSession': ['GET', '/api/auth/get-session', 'anyone'],
  'identity.findPasswordPolicy': ['GET', '/api/auth/password-policy', 'anyone'],
  'identity.findAccount': ['GET', '/api/account', everyone],
  'identity.changeProfile': ['PATCH', '/api/account', everyone],
  'identity.changePassword': ['POST', '/api/account/password', everyone],
  'identity.linkSignIn': ['POST', '/api/account/sign-ins', everyone],
  'identity.unlinkSignIn': ['DELETE', '/api/account/sign-ins/:provider', everyone],
  'identity.endSession': ['DELETE', '/api/account/sessions/:id', everyone],
  'identity.endOtherSessions': ['DELETE', '/api/account/sessions', everyone],
  'identity.startSecondFactor': ['POST', '/api/account/second-factor', everyone],
  'identity.confirmSecondFactor': ['POST', '/api/account/second-factor/confirm', everyone],
  'identity.stopSecondFactor': ['POST', '/api/account/second-factor/stop', everyone],
  'identity.renewRecoveryCodes': ['POST', '/api/account/second-factor/recovery-codes', everyone],
  'identity.startPasskey': ['POST', '/api/account/passkeys/options', everyone],
  'identity.addPasskey': ['POST', '/api/account/passkeys', everyone],
  'identity.renamePasskey': ['PATCH', '/api/account/passkeys/:id', everyone],
  'identity.removePasskey': ['POST', '/api/account/passkeys/:id/remove', everyone],

  'account.exportData': ['GET', '/api/account/data', everyone],
  'account.delete': ['POST', '/api/account/delete', everyone],

  'catalog.listPackages': ['GET', '/api/packages', 'anyone'],

  'shops.list': ['GET', '/api/shops', 'anyone'],
  'shops.register': ['POST', '/api/register-shop', 'signed-out'],
  'shops.geocode': ['GET', '/api/geocode', 'anyone'],
  'shops.listManaged': ['GET', '/api/admin/shops', staff],
  'shops.find': ['GET', '/api/admin/shops/:id', staff],
  'shops.change': ['PATCH', '/api/admin/shops/:id', staff],
  'shops.addClosure': ['POST', '/api/admin/shops/:id/closures', staff],
  'shops.removeClosure': ['DELETE', '/api/admin/shops/:id/closures/:closureId', staff],
  'shops.addBay': ['POST', '/api/admin/shops/:id/bays', staff],
  'shops.changeBay': ['PATCH', '/api/admin/shops/:id/bays/:bayId', staff],
  'shops.changePayout': ['PATCH', '/api/admin/shops/:id/payout', staff, 'second factor'],
  'shops.changeStatus': ['PATCH', '/api/admin/shops/:id/status', ['administrator']],

  'appointments.listFreeSlots': ['GET', '/api/appointments/availability', 'anyone'],
  'appointments.listForEmail': ['GET', '/api/appointments/user/:email', everyone],
  'appointments.listOwn': ['GET', '/api/appointments/user/all', everyone],
  'appointments.book': ['POST', '/api/appointments', ['customer']],
  'appointments.change': ['PATCH', '/api/appointments/:id', ['customer']],
  'appointments.findCalendarFile': ['GET', '/api/appointments/:id/calendar', ['customer']],
  'appointments.findCardRequest': ['POST', '/api/confirm-card/find', 'anyone'],
  'appointments.confirmCard': ['POST', '/api/confirm-card', 'anyone'],

  'admin.listAppointments': ['GET', '/api/admin/appointments', staff],
  'admin.exportAppointments': ['GET', '/api/admin/appointments.csv', staff],
  'admin.findAppointment': ['GET', '/api/admin/appointments/:id', staff],
  'admin.askForCard': ['POST', '/api/admin/appointments/:id/card-request', staff],
  'admin.listAttention': ['GET', '/api/admin/attention', staff],
  'admin.resendMail': ['POST', '/api/admin/mails/:id/resend', staff],
  'admin.findBoard': ['GET', '/api/admin/board', staff],
  'admin.findOverview': ['GET', '/api/admin/overview', staff],
  'admin.listMisfits': ['GET', '/api/admin/shops/:id/misfits', staff],
  'admin.findStatement': ['GET', '/api/admin/shops/:id/statement', staff, 'second factor'],
  'admin.exportStatement': ['GET', '/api/admin/shops/:id/statement.csv', staff, 'second factor'],
  'admin.capturePayment': ['POST', '/api/admin/appointments/:id/capture', staff, 'second factor'],
  'admin.changeStatus': ['PATCH', '/api/admin/appointments/:id/status', staff, 'second factor'],
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type EndpointName = keyof Routes
