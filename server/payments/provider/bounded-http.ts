import { Stripe } from 'stripe'
import { millisecondsLeft } from '../../concurrency/deadline.ts'

type Http = Stripe.HttpClient
type Answer = Awaited<ReturnType<Http['makeRequest']>>

/**
 * The SDK's HTTP client with three more guarantees. The whole response arrives within the timeout: the SDK's
 * own timeout restarts with each byte. All calls of one request share its deadline, and none is sent past it:
 * its outcome is unknown and looked up later, like that of a lost answer. A body that is no API object, such
 * as `null`, `{}` or a text, fails like invalid JSON: the SDK would return it as a result, or throw outside
 * the caller's reach.
 */
export function boundedHttp(): Http {
  const plain = Stripe.createNodeHttpClient()
  return {
    getClientName: () => plain.getClientName(),
    makeRequest: async (...request) => {
      const left = Math.min(request[7], millisecondsLeft())
      if (left <= 0) throw Stripe.HttpClient.makeTimeoutError()
      const deadline = performance.now() + left
      const answer = await withDeadline(deadline, plain.makeRequest(...request), () => undefined)
      const read = answer.toJSON.bind(answer)
      answer.toJSON = async () => {
        const body: unknown = await withDeadline(deadline, read(), () => destroyResponse(answer))
        if (!isApiObject(body)) throw new Error('the response is not an API object')
        return body
      }
      return answer
    },
  }
}

function isApiObject(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if ('error' in body) return typeof body.error === 'object' && body.error !== null
  return 'object' in body && typeof body.object === 'string'
}

/** Closes the connection in the middle of the response. */
function destroyResponse(answer: Answer): void {
  const raw = answer.getRawResponse() as { destroy(): void }
  raw.destroy()
}

async function withDeadline<Result>(
  deadline: number,
  work: Promise<Result>,
  giveUp: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Stripe.HttpClient.makeResponseBodyError(Stripe.HttpClient.makeTimeoutError()))
      giveUp()
    }, deadline - performance.now())
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
