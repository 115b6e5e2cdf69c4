import type { EndpointName } from '../../../contract/routes.ts'
import type { Context } from '../../context.ts'
import { consumeRateLimit } from './rate-limit.ts'

/** `key` is the counter: endpoints with one key share it. */
type NetworkLimit = { key: string; windowSeconds: number; max: number }

/** The maps provider charges for every new address. */
export function addressLookUps({ config }: Pick<Context, 'config'>): NetworkLimit {
  return { key: 'geocode', windowSeconds: 3600, max: config.limits.mapsNetworkRequests }
}

const invitation = { key: 'invitation', windowSeconds: 60, max: 60 }
const linkedCard = { key: 'confirm-card', windowSeconds: 60, max: 30 }
const linkedAppointment = { key: 'appointment-link', windowSeconds: 60, max: 30 }
const signOff = { key: 'sign-off', windowSeconds: 60, max: 30 }
const idToken = { key: 'token-session', windowSeconds: 60, max: 300 }

/**
 * Calls from one network address, which many people may share. They are counted before the body is read, so
 * that a refused call costs one query. Limits by email, account or known device need the parsed request and
 * are counted by the use case, also those of sign-in and second factor, which exempt a known device.
 */
const networkLimits: {
  readonly [Name in EndpointName]?: NetworkLimit | ((context: Context) => NetworkLimit)
} = {
  'identity.signUp': { key: 'sign-up', windowSeconds: 600, max: 600 },
  'identity.startPasskeySignIn': { key: 'passkey', windowSeconds: 600, max: 600 },
  'identity.finishPasskeySignIn': { key: 'passkey-answer', windowSeconds: 600, max: 600 },
  'identity.startSocialSignIn': { key: 'social-sign-in', windowSeconds: 60, max: 300 },
  'identity.finishSocialSignIn': { key: 'social-callback', windowSeconds: 60, max: 300 },
  'identity.openTokenSession': idToken,
  'identity.closeTokenSession': idToken,
  'identity.requestPasswordReset': { key: 'password-reset-from', windowSeconds: 900, max: 60 },
  'identity.requestEmailCode': { key: 'email-code-from', windowSeconds: 900, max: 300 },
  'identity.resetPassword': { key: 'reset-password', windowSeconds: 60, max: 60 },
  'identity.proveEmail': { key: 'prove-email', windowSeconds: 60, max: 60 },
  'fitment.addPhoto': { key: 'add-photo', windowSeconds: 600, max: 120 },
  'funnel.countStep': { key: 'funnel', windowSeconds: 600, max: 600 },
  'shops.geocode': addressLookUps,
  'people.findInvitation': invitation,
  'people.acceptInvitation': invitation,
  'shops.register': { key: 'register-shop', windowSeconds: 3600, max: 60 },
  'appointments.proveAddress': { key: 'prove-address', windowSeconds: 60, max: 60 },
  'appointments.findLinked': linkedAppointment,
  'appointments.confirmByLink': linkedAppointment,
  'appointments.moveByLink': linkedAppointment,
  'appointments.cancelByLink': linkedAppointment,
  'work.findLinked': signOff,
  'work.signByLink': signOff,
  'work.addPhoto': { key: 'add-photo', windowSeconds: 600, max: 120 },
  'appointments.findCardRequest': linkedCard,
  'appointments.confirmCard': linkedCard,
}

/** Counts one call of the endpoint from the network. Refuses as `too_many_requests` above its limit. */
export async function consumeNetworkLimit(
  context: Context,
  endpoint: EndpointName,
  network: string,
): Promise<void> {
  const found = networkLimits[endpoint]
  const limit = typeof found === 'function' ? found(context) : found
  if (limit) await consumeRateLimit(context, `${limit.key}:${network}`, limit)
}
