import { useRef, useState } from 'react'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import type { CardAnswer } from '../payments/card-answer.ts'
import type { Card } from '../payments/use-card.ts'
import { confirmCard, type CardAttempt, type CardOutcome, type CardRequestSender } from './confirm-card.ts'

/** The message beside the buttons after a try. `onCard`: it belongs under the card. */
export type CardProblem = { sentence: string; onCard: boolean; isUnproven?: boolean }

type CardWish = {
  /** Returns the card to hold: a new payment method, or the saved one. */
  choose: () => Promise<CardAnswer | 'saved'>
  confirmHold: Card['confirmHold']
}

/**
 * Confirms a card once, however often it is pressed, and continues with the same try while its outcome is
 * unknown.
 */
export function useCardConfirmation(
  request: CardRequestSender,
  onDone: (outcome: Extract<CardOutcome, { kind: 'held' | 'over' }>) => Promise<void>,
) {
  const { busy, run } = useSingleFlight()
  const open = useRef<CardAttempt | null>(null)
  const [problem, setProblem] = useState<CardProblem | null>(null)

  const attemptOf = async (choose: CardWish['choose']): Promise<CardAttempt | null> => {
    if (open.current) return open.current
    const chosen = await choose()
    if (chosen === 'saved') return {}
    if (chosen.ok) return { paymentMethodId: chosen.paymentMethodId }
    setProblem(chosen)
    return null
  }

  const settle = async (outcome: CardOutcome) => {
    open.current = outcome.kind === 'again' ? outcome.attempt : null
    switch (outcome.kind) {
      case 'held':
      case 'over':
        return onDone(outcome)
      case 'card':
        return setProblem({ sentence: outcome.sentence, onCard: true })
      case 'unproven':
        return setProblem({ sentence: outcome.sentence, onCard: false, isUnproven: true })
      case 'again':
        return setProblem({ sentence: outcome.sentence, onCard: false })
    }
  }

  const confirm = ({ choose, confirmHold }: CardWish) =>
    run(async () => {
      setProblem(null)
      const attempt = await attemptOf(choose)
      if (!attempt) return
      // Kept while the outcome is unknown, also after an error of this page.
      open.current = attempt
      try {
        await settle(await confirmCard(request, attempt, confirmHold))
      } catch (error) {
        setProblem({ sentence: 'Something went wrong. Try again.', onCard: false })
        throw error
      }
    })

  /** Starts a new try with another card. `told` stays visible until then. */
  const startOver = (told: CardProblem | null = null) => {
    open.current = null
    setProblem(told)
  }

  return { busy, problem, confirm, startOver }
}

export type CardConfirming = ReturnType<typeof useCardConfirmation>
