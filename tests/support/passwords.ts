import { mailedToken } from './mails.ts'
import { send, type Answer, type Reached } from './people.ts'
import type { World } from './start-world.ts'

export const newPassword = 'turquoise-lantern-77'

export function askForReset(world: Reached, email: string): Promise<Answer> {
  return send(world, 'POST', '/api/auth/request-password-reset', { body: { email } })
}

export function useReset(world: Reached, token: string, password = newPassword): Promise<Answer> {
  return send(world, 'POST', '/api/auth/reset-password', { body: { token, password } })
}

/** Requests a password reset, reads the mail and sets the new password. */
export async function resetByMail(world: World, email: string, password = newPassword): Promise<void> {
  await askForReset(world, email)
  const answer = await useReset(world, await mailedToken(world, email, '/reset-password'), password)
  if (answer.status !== 200) throw new Error(`reset failed: ${answer.status} ${JSON.stringify(answer.body)}`)
}

export function tryPassword(
  world: Reached,
  email: string,
  password: string,
  cookie?: string,
): Promise<Answer> {
  return send(world, 'POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: cookie === undefined ? {} : { cookie },
  })
}
