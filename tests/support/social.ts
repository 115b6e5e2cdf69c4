import type { World } from './start-world.ts'

export type SocialProvider = 'google' | 'facebook'

/** A person at the provider's page. The same address is the same person there. */
export type AtProvider = {
  email: string
  name: string
  sharesNoEmail?: boolean
  /** Google reports the address as unverified; Facebook always does. */
  unverified?: boolean
  /** Added to the provider's claims about the person. */
  claims?: Record<string, unknown>
}

export type IdTokenOrder = {
  email: string
  name?: string
  emailVerified?: boolean
  subject?: string
  audience?: string
  issuer?: string
  issuedSecondsAgo?: number
  expiresInSeconds?: number
  nonce?: string
  algorithm?: 'RS256' | 'HS256' | 'none'
  /** Signed by an unknown key under the id of the known one. */
  foreignKey?: boolean
  claims?: Record<string, unknown>
}

export type OpenerPolicy = 'none' | 'report-only' | 'same-origin' | 'same-origin-allow-popups'

/** The sandbox's Google and Facebook. */
export type Social = {
  /** Sets the switches of one provider; omitted ones stay. */
  switchTo(
    provider: SocialProvider,
    mode: string,
    more?: { openerPolicy?: OpenerPolicy; delayMs?: number },
  ): Promise<void>
  /** Issues a Google ID token for this application's client; returns it with its subject. */
  idToken(order: IdTokenOrder): Promise<{ token: string; subject: string }>
  /**
   * Passes the provider's page as a browser would. Returns the callback URL with the provider's parameters.
   * Fails when the provider stays on its own page.
   */
  passThrough(startUrl: string, choice: AtProvider | 'cancel'): Promise<string>
}

// A keep-alive connection would be dead after a restart of the sandbox.
const connection = 'close'

export function socialAt(world: Pick<World, 'sandboxUrl'>): Social {
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${world.sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} refused ${JSON.stringify(body)}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    switchTo: async (provider, mode, more) =>
      void (await post('/sandbox/social', { provider, mode, ...more })),
    idToken: async (order) =>
      (await post('/sandbox/social/id-token', { provider: 'google', ...order })) as {
        token: string
        subject: string
      },
    passThrough: async (startUrl, choice) => {
      const page = await fetch(startUrl, { redirect: 'manual', headers: { connection } })
      const straightBack = page.headers.get('location')
      if (straightBack !== null) return straightBack
      const text = await page.text()
      if (!text.includes('Choose an account')) throw new Error(`expected the account chooser, got: ${text}`)
      const answer = await fetch(startUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: { connection },
        body: formOf(choice),
      })
      const back = answer.headers.get('location')
      if (back === null) throw new Error(`the provider did not redirect: ${await answer.text()}`)
      return back
    },
  }
}

function formOf(choice: AtProvider | 'cancel'): URLSearchParams {
  if (choice === 'cancel') return new URLSearchParams({ cancel: '1' })
  const { email, name, sharesNoEmail, unverified, claims } = choice
  return new URLSearchParams({
    name,
    email,
    ...(sharesNoEmail === true && { shares_no_email: 'on' }),
    ...(unverified === true && { unverified: 'on' }),
    ...(claims && { claims: JSON.stringify(claims) }),
  })
}
