import { setDisabled } from '../../server/identity/disable-account.ts'
import { beginSignIn, giveCode, setUpSecondFactor } from '../support/authenticator.ts'
import { newPassword, resetByMail, tryPassword } from '../support/passwords.ts'
import { goodPassword, newEmail, personWith, send, signIn, signUp, type Person } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import type { Attack, SessionStage } from './session-stage.ts'

/** The sign-ins of a victim whose browser holds foreign cookies; each returns the victim's address. */
const signIns = {
  password: async ({ world }: SessionStage, cookie: string) => {
    const { email } = await signUp(world)
    await tryPassword(world, email, goodPassword, cookie)
    return email
  },
  'second factor': async ({ world }: SessionStage, cookie: string) => {
    const { person, app } = await setUpSecondFactor(world, await signUp(world))
    await giveCode(await beginSignIn(world, person, cookie), await app.nextCode())
    return person.email
  },
  google: async ({ world, social }: SessionStage, cookie: string) => {
    const email = newEmail()
    await openSocialBrowser(world, social, cookie).signIn('google', { email, name: 'The Victim' })
    return email
  },
  'sign-up': async ({ world }: SessionStage, cookie: string) => {
    const email = newEmail()
    const body = { name: 'The Victim', email, password: goodPassword }
    await send(world, 'POST', '/api/auth/sign-up/email', { body, headers: { cookie } })
    return email
  },
}

/** A session planted in a victim's browser is not the victim's after they sign in with it. */
export const fixation: Attack = async (stage, chance) => {
  const attacker = await signUp(stage.world)
  const [own = ''] = attacker.cookie.split('; ')
  const madeUp = `dashfit.session_token=${'a'.repeat(chance.between(1, 40))}.${'b'.repeat(44)}`
  const kind = chance.pick(['own', 'own with device', 'made up'])
  const cookie = { own, 'own with device': attacker.cookie, 'made up': madeUp }[kind] ?? own
  await stage.planted(cookie)
  const way = chance.pick(Object.keys(signIns) as (keyof typeof signIns)[])
  const victim = await signIns[way](stage, cookie)
  const seen = await personWith(chance.pick(stage.processes), cookie).get('/api/auth/get-session')
  return seen.body?.user?.email === victim ? `fixation: ${kind}, by ${way}` : null
}

async function sessionIdOf(person: Person): Promise<string> {
  const { body } = await person.get('/api/account')
  return (body.sessions as { id: string; present: boolean }[]).find(({ present }) => present)?.id ?? ''
}

/** The ways to end the victim's session. */
export const ends = {
  logout: async (_: SessionStage, victim: Person) => {
    await victim.post('/api/auth/sign-out', {})
  },
  reset: ({ world }: SessionStage, victim: Person) => resetByMail(world, victim.email),
  'new password': async (_: SessionStage, victim: Person) => {
    const body = { presentPassword: goodPassword, password: newPassword }
    await victim.post('/api/account/password', body)
  },
  disabled: async ({ world }: SessionStage, victim: Person) => {
    await setDisabled(world.context, victim.email, true)
  },
  'new role': async ({ world }: SessionStage, victim: Person) => {
    const { db } = world.context.database
    await db.updateTable('users').set({ role: 'shop' }).where('email', '=', victim.email).execute()
  },
  'second factor': async ({ world }: SessionStage, victim: Person) => {
    await setUpSecondFactor(world, victim)
  },
  'ended from elsewhere': async ({ world }: SessionStage, victim: Person) => {
    const elsewhere = await signIn(world, victim.email)
    await elsewhere.remove(`/api/account/sessions/${await sessionIdOf(victim)}`)
  },
  'all others ended': async ({ world }: SessionStage, victim: Person) => {
    await (await signIn(world, victim.email)).remove('/api/account/sessions')
  },
  deleted: async (_: SessionStage, victim: Person) => {
    await victim.post('/api/account/delete', { password: goodPassword, confirmation: victim.email })
  },
}
export type End = keyof typeof ends

/** A copy of a session cookie is useless at every call of every process once the session has ended. */
export const reuseAfter =
  (end: End): Attack =>
  async (stage, chance) => {
    const victim = await signUp(stage.world)
    const copy = personWith(chance.pick(stage.processes), victim.cookie)
    const before = await copy.get('/api/account')
    if (before.status !== 200) throw new Error(`the copied cookie did not work before: ${before.status}`)
    await ends[end](stage, victim)
    const calls = chance.shuffled([
      () => copy.get('/api/account'),
      () => copy.get('/api/auth/get-session'),
      () => copy.get('/api/appointments/user/all'),
      () => copy.patch('/api/account', { name: 'Mallory' }),
      () => copy.get('/api/account/data'),
    ])
    for (const call of calls) {
      const { status, body } = await call()
      if (status < 400 && body !== null) return `reuse after ${end}: a copy of the cookie still works`
    }
    return null
  }
