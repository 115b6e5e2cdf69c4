import { useRef, useState } from 'react'
import type { Card, CardAnswer } from '../payments/use-card.ts'
import { confirmCard, type CardAttempt, type CardOutcome } from './confirm-card.ts'

/** What stands beside the buttons after a try. `onCard`: it belongs under the card. */
export type CardProblem = { sentence: string; onCard: boolean }

type CardWish = {
  /** The card that is to be held: another one, made now, or the saved one. */
  choose: () => Promise<CardAnswer | 'saved'>
  confirmHold: Card['confirmHold']
}

/** Confirms a card, once however often it is asked to, and goes on with the same attempt while its outcome is unknown. */
export function useCardConfirmation(
  token: string,
  onDone: (outcome: Extract<CardOutcome, { kind: 'held' | 'link' }>) => Promise<void>,
) {
  const [busy, setBusy] = useState(false)
  // State comes too late for the second click of a double click.
  const running = useRef(false)
  const open = useRef<CardAttempt | null>(null)
  const [problem, setProblem] = useState<CardProblem | null>(null)

  const attemptOf = async (choose: CardWish['choose']): Promise<CardAttempt | null> => {
    if (open.current) return open.current
    const chosen = await choose()
    if (chosen === 'saved') return { token }
    if (chosen.ok) return { token, paymentMethodId: chosen.paymentMethodId }
    setProblem(chosen)
    return null
  }

  const settle = async (outcome: CardOutcome) => {
    open.current = outcome.kind === 'again' ? outcome.attempt : null
    switch (outcome.kind) {
      case 'held':
      case 'link':
        return onDone(outcome)
      case 'card':
        return setProblem({ sentence: outcome.sentence, onCard: true })
      case 'again':
        return setProblem({ sentence: outcome.sentence, onCard: false })
    }
  }

  const confirm = async ({ choose, confirmHold }: CardWish) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const attempt = await attemptOf(choose)
      if (attempt) await settle(await confirmCard(attempt, confirmHold))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** For when another card is being given: the next try is a new one. `told` stands there until then. */
  const startOver = (told: CardProblem | null = null) => {
    open.current = null
    setProblem(told)
  }

  return { busy, problem, confirm, startOver }
}

export type CardConfirming = ReturnType<typeof useCardConfirmation>
