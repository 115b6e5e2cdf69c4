import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { personWith, send, type Answer, type Person, type Reached } from './people.ts'

/** An authenticator app that holds one secret, as the QR code gave it. */
export type Authenticator = {
  /** The code of now, or of so many 30 seconds later or earlier. */
  code(offset?: number): Promise<string>
  /** The first code from now on that it was not asked for yet. The server takes two of them at once: of now, and of 30 seconds later. */
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

/** The person with the cookies of an answer in place of those of the same names. */
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

/** Sets up a second factor for the person, who goes on with the session that it opens. One code of the app is spent with it. */
export async function setUpSecondFactor(world: Reached, person: Person): Promise<Protected> {
  const proof = person.password === '' ? {} : { password: person.password }
  const started = await person.post('/api/account/second-factor', proof)
  if (started.status !== 200) throw new Error(`no set-up: ${started.status} ${JSON.stringify(started.body)}`)
  const app = authenticatorOf(String(started.body.address))
  const confirmed = await person.post('/api/account/second-factor/confirm', { code: await app.nextCode() })
  if (confirmed.status !== 200)
    throw new Error(`not confirmed: ${confirmed.status} ${JSON.stringify(confirmed.body)}`)
  return {
    person: withCookiesOf(world, person, confirmed),
    app,
    recoveryCodes: started.body.recoveryCodes as string[],
  }
}

/** Gives the right password and stands before the question for the code. */
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
    throw new Error(`no code was asked for: ${answer.status} ${JSON.stringify(answer.body)}`)
  return withCookiesOf(world, personWith(world, cookie, email, password), answer)
}

/** Gives a code for the sign-in that waits. */
export async function giveCode(
  waiting: Person,
  code: string,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return waiting.post('/api/auth/second-factor', { code, ...more })
}
