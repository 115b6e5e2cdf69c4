/** A payment as the card provider lists it. */
export type Intent = {
  id: string
  status: string
  amount: number
  amount_received: number
  client_secret: string
  cancellation_reason: string | null
  metadata: Record<string, string>
  latest_charge: { amount: number; amount_captured: number; amount_refunded: number } | null
}

/** The sandbox's controls. */
export type Outside = {
  intents(): Promise<Intent[]>
  faults(plan: object): Promise<void>
  cards(order: object): Promise<void>
  /** Which cards are granted longer and larger holds, and whether the account may ask for them. */
  features(switches: object): Promise<void>
  webhooks(switches: object): Promise<void>
  maps(order: object): Promise<void>
  /** Completes or fails a 3-D Secure challenge; false when there is none. */
  challenge(intentId: string, outcome: 'complete' | 'fail'): Promise<boolean>
  /**
   * The cardholder or the bank makes a turn in the dispute of a captured payment, or of `amount` cents of it.
   */
  dispute(intentId: string, turn: string, amount?: number): Promise<void>
  advance(seconds: number): Promise<void>
  /** The instant of the sandbox's clock, which the product follows. */
  now(): Promise<number>
}

export function outsideOf(sandboxUrl: string): Outside {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const turn = async (path: string, body: object): Promise<void> => {
    const answer = await post(path, body)
    if (!answer.ok) throw new Error(`${path} refused ${JSON.stringify(body)}: ${await answer.text()}`)
  }
  return {
    intents: async () => (await (await fetch(`${sandboxUrl}/sandbox/payments.json`)).json()) as Intent[],
    faults: (plan) => turn('/sandbox/faults', plan),
    cards: (order) => turn('/sandbox/cards', order),
    features: (switches) => turn('/sandbox/features', switches),
    webhooks: (switches) => turn('/sandbox/webhooks', switches),
    maps: (order) => turn('/sandbox/maps', order),
    challenge: async (intentId, outcome) => {
      const answer = await post(`/sandbox/payments/${intentId}/challenge`, { outcome })
      await answer.text()
      return answer.ok
    },
    dispute: (intentId, action, amount) =>
      turn(`/sandbox/payments/${intentId}/dispute`, { turn: action, amount }),
    advance: (seconds) => turn('/sandbox/clock', { advanceSeconds: seconds }),
    now: async () => {
      const answer = await fetch(`${sandboxUrl}/sandbox/clock`)
      return Date.parse(((await answer.json()) as { now: string }).now)
    },
  }
}

/** The refunded amount of a charge. The provider also shows the uncaptured part of a hold as refunded. */
export function refundedOf({ status, latest_charge: charge }: Intent): number {
  if (status !== 'succeeded' || !charge) return 0
  return charge.amount_refunded - (charge.amount - charge.amount_captured)
}
