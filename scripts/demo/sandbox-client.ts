import { setTimeout as delay } from 'node:timers/promises'

type Mail = { subject: string; text: string }

/** The sandbox of the running product: its clock, its mailbox, and the bank's questions. */
export function connectSandbox(url: string) {
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const now = async (): Promise<number> => {
    const answer = await fetch(`${url}/sandbox/clock`)
    return Date.parse(((await answer.json()) as { now: string }).now)
  }
  return {
    now,
    /** Moves the clock to an instant; earlier ones change nothing. Due jobs have run afterwards. */
    moveTo: async (instant: number): Promise<void> => {
      const seconds = Math.max(0, Math.ceil((instant - (await now())) / 1000))
      await post('/sandbox/clock', { advanceSeconds: seconds })
    },
    /** The token of the newest link to a page in the mails to an address; waits until it has come. */
    mailedToken: async (address: string, page: string): Promise<string> => {
      for (let tries = 0; tries < 60; tries += 1) {
        const answer = await fetch(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(address)}`)
        const mails = (await answer.json()) as Mail[]
        const tokens = mails.flatMap(({ text }) => new RegExp(`${page}#(\\S+)`).exec(text)?.[1] ?? [])
        if (tokens[0] !== undefined) return tokens[0]
        await delay(500)
      }
      throw new Error(`no link to ${page} came to ${address}`)
    },
    /** Answers the bank's question about a payment as its cardholder. */
    confirmPayment: (intentId: string) =>
      post(`/sandbox/payments/${intentId}/challenge`, { outcome: 'complete' }),
    /** Sends a text from a phone to a shop's number, both in E.164. */
    textFrom: (from: string, to: string, body: string) => post('/sandbox/phone/replies', { from, to, body }),
    disputePayment: (intentId: string) => post(`/sandbox/payments/${intentId}/dispute`, { turn: 'open' }),
    intentsOf: async (appointmentId: string): Promise<string[]> => {
      const answer = await fetch(`${url}/sandbox/payments.json`)
      const intents = (await answer.json()) as { id: string; metadata: Record<string, string> }[]
      return intents
        .filter(({ metadata }) => metadata['appointment_id'] === appointmentId)
        .map(({ id }) => id)
    },
  }
}
export type Sandbox = ReturnType<typeof connectSandbox>
