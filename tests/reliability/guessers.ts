import { cardLinkOf } from '../../server/payments/card-link.ts'
import { beginSignIn, setUpSecondFactor, type Protected } from '../support/authenticator.ts'
import { book } from '../support/orders.ts'
import { goodPassword, newEmail, send, signUp, type Person } from '../support/people.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'

/** The result of a guess: right, checked and wrong, or not checked. */
export type Verdict = 'right' | 'checked' | 'held back'

/** One guesser: each call makes the next guess. */
export type Guesser = {
  guess(chance: Chance): Promise<Verdict>
  /** The most guesses that may be checked in that many seconds. */
  mostChecked(seconds: number): number
}

const anyNetwork = (chance: Chance): string =>
  `${chance.between(1, 223)}.${chance.below(256)}.${chance.below(256)}.${chance.below(256)}`

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const anyText = (chance: Chance, length: number, of = letters): string =>
  Array.from({ length }, () => of[chance.below(of.length)]).join('')

function verdictOf(status: number): Verdict {
  if (status === 200) return 'right'
  if (status === 429) return 'held back'
  if (status >= 500) throw new Error(`a guess was answered ${status}`)
  return 'checked'
}

/** A limit per window; the first window begins with the first guess. */
const inWindows = (max: number, windowSeconds: number) => (seconds: number) =>
  max * (1 + Math.floor(seconds / windowSeconds))

async function post(world: World, path: string, network: string, body: object, cookie?: string) {
  return send(world, 'POST', path, {
    body,
    headers: { 'x-forwarded-for': network, ...(cookie === undefined ? {} : { cookie }) },
  })
}

export type Guesses =
  | 'one account'
  | 'one network'
  | 'codes'
  | 'recovery codes'
  | 'reset links'
  | 'card links'

/** The guessers by kind of guess. Of passwords and codes, the guess after `spared` wrong ones is right. */
export const guessers: Record<Guesses, (world: World, spared: number) => Promise<Guesser>> = {
  'one account': async (world, spared) => {
    const { email } = await signUp(world)
    let made = 0
    return {
      guess: async (chance) => {
        const password = made++ === spared ? goodPassword : `guess-${anyText(chance, 8)}`
        const answer = await post(world, '/api/auth/sign-in/email', anyNetwork(chance), { email, password })
        return verdictOf(answer.status)
      },
      mostChecked: (seconds) => Math.min(inWindows(10, 300)(seconds), 100),
    }
  },
  'one network': async (world, spared) => {
    const { email: weak } = await signUp(world)
    let made = 0
    return {
      guess: async () => {
        const email = made++ === spared ? weak : newEmail()
        const body = { email, password: goodPassword }
        return verdictOf((await post(world, '/api/auth/sign-in/email', '198.51.100.7', body)).status)
      },
      mostChecked: inWindows(100, 900),
    }
  },
  codes: async (world, spared) =>
    guessCodes(
      world,
      spared,
      (chance) => anyText(chance, 6, '0123456789'),
      ({ app }) => app.nextCode(),
    ),
  'recovery codes': async (world, spared) =>
    guessCodes(
      world,
      spared,
      (chance) => `${anyText(chance, 5)}-${anyText(chance, 5)}`,
      async ({ recoveryCodes }) => recoveryCodes[0] ?? '',
    ),
  'reset links': async (world) => {
    await send(world, 'POST', '/api/auth/request-password-reset', {
      body: { email: (await signUp(world)).email },
    })
    await world.runJobs()
    const network = '203.0.113.9'
    return {
      guess: async (chance) => {
        const body = { token: anyText(chance, 24), password: `guess-${anyText(chance, 8)}` }
        return verdictOf((await post(world, '/api/auth/reset-password', network, body)).status)
      },
      mostChecked: inWindows(60, 60),
    }
  },
  'card links': async (world) => {
    const id = await book(world, await signUp(world))
    const [address = '', token = ''] = cardLinkOf(world.context, id).split('#')
    if (!address.endsWith('/confirm-card')) throw new Error(`no card link: ${address}`)
    const known = Buffer.from(token, 'base64url').subarray(0, 16)
    const network = '203.0.113.10'
    return {
      guess: async (chance) => {
        // The hardest case: the appointment's id is known, and only our signature is guessed.
        const mac = Buffer.from(Array.from({ length: 24 }, () => chance.below(256)))
        const body = { token: Buffer.concat([known, mac]).toString('base64url') }
        return verdictOf((await post(world, '/api/confirm-card/find', network, body)).status)
      },
      mostChecked: inWindows(30, 60),
    }
  },
}

/**
 * Guesses codes of an account whose password is known, from any network, with a fresh sign-in whenever one is
 * used up.
 */
async function guessCodes(
  world: World,
  spared: number,
  wrongCode: (chance: Chance) => string,
  rightCode: (of: Protected) => Promise<string>,
): Promise<Guesser> {
  const owner = await setUpSecondFactor(world, await signUp(world))
  let made = 0
  let waiting: Person | null = null
  return {
    guess: async (chance) => {
      waiting ??= await beginSignIn(world, owner.person)
      const body = { code: made === spared ? await rightCode(owner) : wrongCode(chance) }
      const answer = await post(world, '/api/auth/second-factor', anyNetwork(chance), body, waiting.cookie)
      // Five wrong codes end a sign-in; later codes are not checked.
      const isOver = answer.headers.get('x-refusal') === 'auth/code-expired'
      if (isOver) waiting = null
      else made++
      return isOver ? 'held back' : verdictOf(answer.status)
    },
    mostChecked: (seconds) => Math.min(inWindows(10, 900)(seconds), 100),
  }
}

/** An unused network address of the range for documentation (RFC 3849); each call returns another one. */
export function freshNetwork(chance: Chance): string {
  const group = () => chance.below(65_536).toString(16)
  return `2001:db8:${group()}:${group()}::1`
}
