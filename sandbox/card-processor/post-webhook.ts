import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const PATIENCE_MS = 10_000

export interface WebhookSender {
  /** Posts one body; resolves to the status of the response or a description of the failure. Never throws. */
  post(body: string, headers: Record<string, string>): Promise<string>
  /** Aborts requests in flight. */
  close(): void
}

/** Keeps connections open, because a busy hour sends thousands of webhooks to one listener. */
export function createWebhookSender(url: string): WebhookSender {
  const secure = url.startsWith('https:')
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const open = secure ? secureRequest : request
  return {
    post: (body, headers) =>
      new Promise((resolve) => {
        const failed = (error: Error): void => resolve(error.message || error.name)
        const sending = open(url, { method: 'POST', agent, headers }, (answer) => {
          answer.on('error', failed)
          answer.on('end', () => resolve(String(answer.statusCode)))
          answer.resume()
        })
        sending.setTimeout(PATIENCE_MS, () => sending.destroy(new Error('The listener took too long')))
        sending.on('error', failed)
        sending.end(body)
      }),
    close: () => agent.destroy(),
  }
}
