import { Stripe } from 'stripe'

type Http = Stripe.HttpClient
type Answer = Awaited<ReturnType<Http['makeRequest']>>

/**
 * The SDK's HTTP with two promises more. An answer is read to its end within the time limit, however slowly it drips in: the SDK's own
 * limit starts anew with each byte. And what is no answer of the API, such as `null`, `{}` or a text, fails as unreadable JSON does:
 * the SDK would hand it on as the thing asked for, or throw where nobody can catch it.
 */
export function boundedHttp(): Http {
  const plain = Stripe.createNodeHttpClient()
  return {
    getClientName: () => plain.getClientName(),
    makeRequest: async (...request) => {
      const deadline = performance.now() + request[7]
      const answer = await within(deadline, plain.makeRequest(...request), () => undefined)
      const read = answer.toJSON.bind(answer)
      answer.toJSON = async () => {
        const body: unknown = await within(deadline, read(), () => abandon(answer))
        if (!isOfApi(body)) throw new Error('this is no answer of the API')
        return body
      }
      return answer
    },
  }
}

function isOfApi(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if ('error' in body) return typeof body.error === 'object' && body.error !== null
  return 'object' in body && typeof body.object === 'string'
}

/** Ends the connection in the middle of the answer. */
function abandon(answer: Answer): void {
  const raw = answer.getRawResponse() as { destroy(): void }
  raw.destroy()
}

async function within<Result>(deadline: number, work: Promise<Result>, giveUp: () => void): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Stripe.HttpClient.makeResponseBodyError(Stripe.HttpClient.makeTimeoutError()))
      giveUp()
    }, deadline - performance.now())
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
