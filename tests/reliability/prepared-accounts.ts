import { beginSignIn, giveCode, setUpSecondFactor, type Authenticator } from '../support/authenticator.ts'
import { mailedToken } from '../support/mails.ts'
import { newPassword, resetByMail, tryPassword } from '../support/passwords.ts'
import { goodPassword, newEmail, personWith, signIn, signUp, type Person } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import type { Chance } from './chance.ts'
import type { Attack, SessionStage } from './session-stage.ts'

/** The credentials that an attacker prepared in an account made with the address of a victim. */
type Prepared = {
  email: string
  /** Cookies of the attacker's sessions in the account. */
  sessions: string[]
  waiting: Person | null
  app: Authenticator | null
  recoveryCodes: string[]
  steps: string[]
}

async function prepare({ world, social }: SessionStage, chance: Chance): Promise<Prepared> {
  const email = newEmail()
  const begun = chance.pick(['password', 'facebook'])
  const prepared: Prepared = {
    email,
    sessions: [],
    waiting: null,
    app: null,
    recoveryCodes: [],
    steps: [begun],
  }
  if (begun === 'password') prepared.sessions.push((await signUp(world, email)).cookie)
  else {
    const browser = openSocialBrowser(world, social)
    // Facebook proves no address: the attacker gives the victim's.
    await browser.signIn('facebook', { email, name: 'Attacker' })
    prepared.sessions.push(browser.cookie())
    await browser.person().post('/api/account/password', { password: goodPassword })
    prepared.sessions.push((await signIn(world, email)).cookie)
  }
  const steps = ['another session', 'second factor', 'waiting', 'ask for a reset'] as const
  for (const step of chance.shuffled(steps).slice(0, chance.between(1, steps.length))) {
    prepared.steps.push(step)
    await take(step, prepared)
  }
  return prepared

  async function take(step: (typeof steps)[number], into: Prepared): Promise<void> {
    switch (step) {
      case 'another session':
        if (into.app === null) into.sessions.push((await signIn(world, email)).cookie)
        return
      case 'second factor': {
        const person = personWith(world, into.sessions.at(-1) ?? '', email, goodPassword)
        const set = await setUpSecondFactor(world, person)
        into.sessions.push(set.person.cookie)
        into.app = set.app
        into.recoveryCodes = set.recoveryCodes
        return
      }
      case 'waiting':
        if (into.app) into.waiting = await beginSignIn(world, { email, password: goodPassword })
        return
      case 'ask for a reset':
        await personWith(world, '').post('/api/auth/request-password-reset', { email })
    }
  }
}

/** Tries every prepared credential. Returns the first that leads into the account. */
async function tryCredentials(
  stage: SessionStage,
  chance: Chance,
  prepared: Prepared,
): Promise<string | null> {
  const { world, social } = stage
  const { email, sessions, waiting, app, recoveryCodes } = prepared
  const isIn = async (cookie: string) => {
    const { body } = await personWith(chance.pick(stage.processes), cookie).get('/api/auth/get-session')
    return body?.user?.email === email
  }
  const ways: (() => Promise<string | null>)[] = [
    async () => {
      for (const cookie of sessions) if (await isIn(cookie)) return 'a session from before'
      return null
    },
    async () => ((await tryPassword(world, email, goodPassword)).status === 200 ? 'the old password' : null),
    async () => {
      const browser = openSocialBrowser(world, social)
      await browser.signIn('facebook', { email, name: 'Attacker' })
      return (await browser.user()) === null ? null : 'Facebook'
    },
    async () => {
      if (!waiting || !app) return null
      const code = chance.happens(0.5) ? await app.nextCode() : (recoveryCodes[0] ?? '')
      return (await giveCode(waiting, code)).status === 200 ? 'a sign-in that waited' : null
    },
  ]
  for (const way of chance.shuffled(ways)) {
    const won = await way()
    if (won !== null) return won
  }
  return null
}

/**
 * Pre-hijacking (Sudhodanan and Paverd, USENIX Security 2022): an attacker who prepared an account with a
 * victim's address, in any order of steps, has no access once the victim has taken it over.
 */
export const preHijacking: Attack = async (stage, chance) => {
  const { world, social } = stage
  const prepared = await prepare(stage, chance)
  const { email } = prepared
  const story = (won: string) => `pre-hijacking: ${prepared.steps.join(', ')}; ${won}`
  switch (chance.pick(['reset', 'reset', 'reset', 'google', 'link'])) {
    case 'google': {
      const victim = openSocialBrowser(world, social)
      await victim.signIn('google', { email, name: 'The Victim' })
      return (await victim.user()) === null ? null : story('the Google of the victim opened it')
    }
    case 'link': {
      const token =
        prepared.steps[0] === 'password' ? await mailedToken(world, email, '/verify-email') : 'none'
      const victim = chance.happens(0.5) ? personWith(world, '') : await signUp(world)
      await victim.post('/api/auth/verify-email', { token })
      const { rows } = await world.context.database.pool.query<{ email_verified: boolean }>(
        'select email_verified from users where email = $1',
        [email],
      )
      return rows[0]?.email_verified === true ? story('a click of the victim proved its address') : null
    }
    default: {
      await stage.beforeReset(email)
      await resetByMail(world, email)
      const won = await tryCredentials(stage, chance, prepared)
      if (won !== null) return story(`${won} still opens it after the reset`)
      const victim = await signIn(world, email, newPassword)
      const { body } = await victim.get('/api/account')
      return body.linkedSignIns.length + body.passkeys.length === 0
        ? null
        : story('a credential was left on it')
    }
  }
}
