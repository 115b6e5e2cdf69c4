import { useQuery } from '@tanstack/react-query'
import type { FitmentReply, ShownQuestion } from '../../contract/fitment/endpoints.ts'
import type { FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { fitmentCheck, type CheckedVehicle } from './fitment-check.ts'

export type AskedQuestion = { question: ShownQuestion; value: string | null }

export type FitmentCheck = {
  /** The answered questions in order, then the open one. */
  questions: AskedQuestion[]
  /** The answers that belong to these questions. */
  answers: FitmentAnswers
  /** The verdicts of the last answer that has a reply; undefined before the first and after a failure. */
  reply: FitmentReply | undefined
  /** Whether a reply to the last answer is on its way. */
  isFetching: boolean
  error: Error | null
  retry: () => void
}

/**
 * The verdicts on a car and the questions about it. An answer counts while the replies to the answers before
 * it still ask its question: a change of the rules may end it, and the later ones with it.
 */
export function useFitment(vehicle: CheckedVehicle, given: FitmentAnswers): FitmentCheck {
  const entries = Object.entries(given)
  // The answers before each question: none, the first, the first two.
  const steps = [...entries, null].map((_, count) => Object.fromEntries(entries.slice(0, count)))
  const checkOf = (count: number) => ({
    ...fitmentCheck(vehicle, steps[count] ?? {}),
    enabled: count < steps.length,
  })
  // The server asks two questions at most.
  const all = [useQuery(checkOf(0)), useQuery(checkOf(1)), useQuery(checkOf(2))]
  const checks = all.slice(0, steps.length)
  const questions: AskedQuestion[] = []
  let last = 0
  for (const [index, { data }] of checks.entries()) {
    last = index
    const question = data?.question
    const [id, value] = entries[index] ?? []
    if (question) questions.push({ question, value: question.id === id ? (value ?? null) : null })
    if (question?.id !== id) break
  }
  const current = checks[last]
  const isLoading = current?.isPending === true || current?.isRefetching === true
  return {
    questions,
    answers: steps[last] ?? {},
    // A failed refetch takes no reply away; a failed check has none.
    reply: current?.data ?? (current?.isError ? undefined : checks[last - 1]?.data),
    isFetching: isLoading,
    error: current?.data ? null : (current?.error ?? null),
    retry: () => void current?.refetch(),
  }
}
