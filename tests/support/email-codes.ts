import { mailsTo } from './mails.ts'
import { send, type Answer, type Reached } from './people.ts'
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
