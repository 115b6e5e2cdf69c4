import { mailsTo } from './mails.ts'
import { withCookiesOf } from './authenticator.ts'
import { newEmail, personWith, send, type Answer, type Person, type Reached } from './people.ts'
import type { World } from './start-world.ts'

export function askForCode(
  world: Reached,
  email: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(world, 'POST', '/api/auth/request-email-code', { body: { email }, headers })
}

export type Challenge = { email: string; challengeId: string; code: string }

export function tryCode(
  world: Reached,
  challenge: Challenge,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(world, 'POST', '/api/auth/sign-in/email-code', { body: challenge, headers })
}

/** The codes mailed to an address, oldest first. */
export async function mailedCodes(world: World, email: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, email)).flatMap(({ subject }) => /^(\d{6}) is your /.exec(subject)?.[1] ?? [])
}

/** Requests a code and reads it from the mail. */
export async function requestCode(
  world: World,
  email: string,
  headers: Record<string, string> = {},
): Promise<Challenge> {
  const { status, body } = await askForCode(world, email, headers)
  if (status !== 200) throw new Error(`no code was requested: ${status} ${JSON.stringify(body)}`)
  const code = (await mailedCodes(world, email)).at(-1)
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return { email, challengeId: body.challengeId as string, code }
}

/** Another code of six digits. */
export function wrongCodeOf({ code }: Challenge, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, '0')
}

export function personOf(world: World, answer: Answer, email: string): Person {
  return withCookiesOf(world, personWith(world, '', email), answer)
}

/** A person who signed in with a code; the account may be new. */
export async function signInByCode(world: World, email = newEmail()): Promise<Person> {
  const answer = await tryCode(world, await requestCode(world, email))
  if (answer.status !== 200) throw new Error(`no sign-in by code: ${answer.status}`)
  return personOf(world, answer, email)
}

let networks = 0

/** The header of a network of its own, so that no limit of another test refuses a call. */
export function fromNewNetwork(): Record<string, string> {
  networks += 1
  return { 'x-forwarded-for': `10.7.${networks >> 8}.${networks & 255}` }
}
