import { use, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReviewDecision } from '../../contract/fitment/review-endpoints.ts'
import { call, CallError } from '../api/client.ts'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { CurrentShopContext } from '../workspace/current-shop.ts'
import { answeredWords } from './review-words.ts'

/** Links of photos end after 10 minutes. */
const refetchMs = 5 * 60_000

/** The open fitment reviews of the shops in scope. */
export function useReviews() {
  const shopId = use(CurrentShopContext)
  return useQuery({
    queryKey: ['fitment-reviews', shopId],
    queryFn: ({ signal }) =>
      call('fitment.listReviews', { query: shopId === null ? {} : { shopId: String(shopId) }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: refetchMs,
  })
}

/** Sends the answer to a review. Returns whether it was recorded. */
export function useAnswerReview(id: string) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (body: ReviewDecision): Promise<boolean> => {
    setProblem(null)
    try {
      await call('fitment.answerReview', { params: { id }, body })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Another reviewer's closed review leaves the list with the next reply.
      if (error.code === 'review_answered' || error.code === 'not_found') {
        toast({ title: 'Already closed', description: error.message })
        await queries.invalidateQueries()
      }
      setProblem(error.message)
      return false
    }
    await queries.invalidateQueries()
    toast(answeredWords[body.answer])
    return true
  }
  const answer = async (body: ReviewDecision) => (await run(() => send(body))) ?? false
  return { busy, problem, answer }
}
