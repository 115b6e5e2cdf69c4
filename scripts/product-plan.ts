import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'

type Environment = Record<string, string | undefined>

export type ProductPlan = {
  port: number
  server: Environment
  /** Settings of the sandbox; undefined when every provider is real. */
  sandbox: { port: number; url: string; imitates: string[]; environment: Environment } | undefined
}

const CARDS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
const MAIL = ['SMTP_URL']
const TEXTS = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
const MAPS = ['GOOGLE_MAPS_API_KEY']
const GOOGLE = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_SIGN_IN_URL']
const FACEBOOK = ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET', 'FACEBOOK_SIGN_IN_URL']

/**
 * Plans the providers that the sandbox replaces, and the environments of both processes. A provider counts as
 * unset when none of its variables is set. In production the sandbox needs SANDBOX=1.
 */
export function planProduct(given: Environment, smtpPort: number): ProductPlan {
  const port = Number(given['PORT'] || 3000)
  const dataDir = resolve(given['DATA_DIR'] || '.data')
  const server: Environment = { ...given, PORT: String(port), DATA_DIR: dataDir }

  const isUnset = (names: string[]) => names.every((name) => !given[name])
  const allowed = given['NODE_ENV'] !== 'production' || given['SANDBOX'] === '1'
  const imitatesCards = allowed && isUnset(CARDS)
  const imitatesMail = allowed && isUnset(MAIL)
  // The pages say "no real money, no real mail" wherever the sandbox runs, so it never runs for maps or
  // sign-in alone.
  const imitatesTexts = isUnset(TEXTS)
  const imitatesMaps = isUnset(MAPS)
  const imitatesGoogle = isUnset(GOOGLE)
  const imitatesFacebook = isUnset(FACEBOOK)
  if (!imitatesCards && !imitatesMail) return { port, server, sandbox: undefined }

  const sandboxPort = Number(given['SANDBOX_PORT'] || port + 1)
  const url = `http://localhost:${sandboxPort}`
  const secret = randomBytes(24).toString('hex')
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  Object.assign(server, { SANDBOX_URL: url, SANDBOX_SECRET: secret })
  if (imitatesCards) {
    Object.assign(server, {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
      STRIPE_SCRIPT_URL: `${url}/v3/`,
    })
  }
  if (imitatesMail) server['SMTP_URL'] = `smtp://127.0.0.1:${smtpPort}`
  if (imitatesTexts) {
    Object.assign(server, {
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000005e4d',
      TWILIO_AUTH_TOKEN: webhookSecret,
      TWILIO_API_URL: url,
    })
  }
  if (imitatesMaps) Object.assign(server, { GOOGLE_MAPS_API_KEY: 'maps_sandbox', MAPS_API_URL: url })
  if (imitatesGoogle) {
    Object.assign(server, {
      GOOGLE_CLIENT_ID: 'google-client-sandbox',
      GOOGLE_CLIENT_SECRET: 'google-secret-sandbox',
      GOOGLE_SIGN_IN_URL: `${url}/google`,
    })
  }
  if (imitatesFacebook) {
    Object.assign(server, {
      FACEBOOK_CLIENT_ID: 'facebook-client-sandbox',
      FACEBOOK_CLIENT_SECRET: 'facebook-secret-sandbox',
      FACEBOOK_SIGN_IN_URL: `${url}/facebook`,
    })
  }

  return {
    port,
    server,
    sandbox: {
      port: sandboxPort,
      url,
      imitates: [
        ...(imitatesCards ? ['cards'] : []),
        ...(imitatesMail ? ['mail'] : []),
        ...(imitatesTexts ? ['text messages'] : []),
        ...(imitatesMaps ? ['maps'] : []),
        ...(imitatesGoogle ? ['Google sign-in'] : []),
        ...(imitatesFacebook ? ['Facebook sign-in'] : []),
      ],
      environment: {
        PATH: given['PATH'],
        NODE_ENV: given['NODE_ENV'],
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_SMTP_PORT: String(smtpPort),
        SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
        SANDBOX_START_OFFSET_SECONDS: given['SANDBOX_START_OFFSET_SECONDS'],
        SANDBOX_SECRET: secret,
        SANDBOX_WEBHOOK_SECRET: webhookSecret,
        PRODUCT_URL: `http://localhost:${port}`,
        PUBLIC_URL: given['PUBLIC_URL'],
      },
    },
  }
}
