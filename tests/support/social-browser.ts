import { randomUUID } from 'node:crypto'
import { personWith, send, type Answer, type Person, type Reached } from './people.ts'
import type { AtProvider, Social, SocialProvider } from './social.ts'

export type Outcome = {
  provider: string | null
  mode: string | null
  flow: string | null
  outcome: string | null
}

/** A browser with cookies, as far as social sign-in needs one. */
export type SocialBrowser = {
  /** The value of the Cookie header. */
  cookie(): string
  person(): Person
  /** Begins a sign-in, or links one to the signed-in account. Returns the URL of the provider's page. */
  start(provider: SocialProvider, how?: { link?: boolean; mode?: string; flow?: string }): Promise<string>
  /** Opens the provider's callback URL. */
  comeBack(callbackUrl: string): Promise<Outcome>
  /** Begins, passes the provider's page and returns to the product. */
  signIn(provider: SocialProvider, choice: AtProvider | 'cancel', how?: { link?: boolean }): Promise<Outcome>
  /** The signed-in user; null when signed out. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came back
  user(): Promise<any>
}

/** Opens a browser, empty or with a person's cookie. */
export function openSocialBrowser(world: Reached, social: Social, cookie = ''): SocialBrowser {
  const jar = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  const keep = (answer: Pick<Answer, 'headers'>) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /max-age=0\b/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const now = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const browser: SocialBrowser = {
    cookie: now,
    person: () => personWith(world, now()),
    start: async (provider, { link = false, mode = 'popup', flow = randomUUID() } = {}) => {
      const path = link ? '/api/account/sign-ins' : '/api/auth/sign-in/social'
      const answer = await send(world, 'POST', path, {
        body: { provider, mode, flow },
        headers: { cookie: now() },
      })
      if (answer.status !== 200) throw new Error(`no start: ${answer.status} ${JSON.stringify(answer.body)}`)
      keep(answer)
      return String(answer.body.url)
    },
    comeBack: async (callbackUrl) => {
      const { pathname, search } = new URL(callbackUrl)
      const answer = await fetch(`${world.url}${pathname}${search}`, {
        headers: { cookie: now() },
        redirect: 'manual',
      })
      keep(answer)
      const location = answer.headers.get('location') ?? ''
      if (answer.status !== 302 || !location.startsWith('/social-sign-in?'))
        throw new Error(`not led back: ${answer.status} ${location} ${await answer.text()}`)
      const query = new URLSearchParams(location.slice(location.indexOf('?')))
      const read = (name: string) => query.get(name)
      return {
        provider: read('provider'),
        mode: read('mode'),
        flow: read('flow'),
        outcome: read('outcome'),
      }
    },
    signIn: async (provider, choice, how) =>
      browser.comeBack(await social.passThrough(await browser.start(provider, how), choice)),
    user: async () => {
      const { body } = await send(world, 'GET', '/api/auth/get-session', { headers: { cookie: now() } })
      return body === null ? null : body.user
    },
  }
  return browser
}
