import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { personWith, send, type Answer, type Person, type Reached } from './people.ts'

/** An authenticator app with the secret of one QR code. */
export type Authenticator = {
  /** The present code, or that of `offset` periods of 30 seconds later (earlier when negative). */
  code(offset?: number): Promise<string>
  /**
   * The next unused code. The server accepts the present one and the one 30 seconds later, so two are
   * available at once.
   */
  nextCode(): Promise<string>
}

export function authenticatorOf(address: string): Authenticator {
  const parameters = new URL(address).searchParams
  const secret = new TextDecoder().decode(base32.decode(parameters.get('secret') ?? ''))
  const otp = createOTP(secret)
  const present = () => Math.floor(Date.now() / 30_000)
  let last = 0
  return {
    code: (offset = 0) => otp.hotp(present() + offset),
    nextCode: () => {
      last = Math.max(present(), last + 1)
      return otp.hotp(last)
    },
  }
}

/** The person with the cookies of a response, which replace those of the same names. */
export function withCookiesOf(world: Reached, person: Person, answer: Answer): Person {
  const cookies = new Map(
    [...person.cookie.split('; '), ...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')]
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  const cookie = [...cookies]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return personWith(world, cookie, person.email, person.password)
}

export type Protected = { person: Person; app: Authenticator; recoveryCodes: string[] }

/** Sets up a second factor. The person gets the new session; one code is used up. */
export async function setUpSecondFactor(world: Reached, person: Person): Promise<Protected> {
  const proof = person.password === '' ? {} : { password: person.password }
  const started = await person.post('/api/account/second-factor', proof)
  if (started.status !== 200)
    throw new Error(`set-up failed: ${started.status} ${JSON.stringify(started.body)}`)
  const app = authenticatorOf(String(started.body.address))
  const confirmed = await person.post('/api/account/second-factor/confirm', { code: await app.nextCode() })
  if (confirmed.status !== 200)
    throw new Error(`confirmation failed: ${confirmed.status} ${JSON.stringify(confirmed.body)}`)
  return {
    person: withCookiesOf(world, person, confirmed),
    app,
    recoveryCodes: started.body.recoveryCodes as string[],
  }
}

/** Signs in with the password, up to the request for the code. */
export async function beginSignIn(
  world: Reached,
  { email, password }: Pick<Person, 'email' | 'password'>,
  cookie = '',
): Promise<Person> {
  const answer = await send(world, 'POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: cookie === '' ? {} : { cookie },
  })
  if (answer.status !== 200 || answer.body.secondFactorRequired !== true)
    throw new Error(`no code was requested: ${answer.status} ${JSON.stringify(answer.body)}`)
  return withCookiesOf(world, personWith(world, cookie, email, password), answer)
}

/** Sends the code for the pending sign-in. */
export async function giveCode(
  waiting: Person,
  code: string,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return waiting.post('/api/auth/second-factor', { code, ...more })
}
