import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

const weekSeconds = 7 * 86_400

/** A payment intent whose card was accepted: https://docs.stripe.com/api/payment_intents/object */
function intentOf(form: URLSearchParams) {
  const id = `pi_${randomUUID().replaceAll('-', '')}`
  const amount = Number(form.get('amount'))
  const metadata = Object.fromEntries(
    [...form].filter(([key]) => key.startsWith('metadata[')).map(([key, value]) => [key.slice(9, -1), value]),
  )
  const capture_before = Math.floor(Date.now() / 1000) + weekSeconds
  const card = { brand: 'visa', last4: '4242', capture_before }
  const charge = { id: `ch_${id}`, object: 'charge', amount, amount_captured: 0, amount_refunded: 0 }
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: amount,
    amount_received: 0,
    client_secret: `${id}_secret`,
    currency: 'usd',
    customer: form.get('customer'),
    metadata,
    next_action: null,
    payment_method: form.get('payment_method'),
    status: 'requires_capture',
    latest_charge: { ...charge, payment_method_details: { type: 'card', card } },
  }
}

/**
 * The outside world at 0 ms, in this process: a card provider that accepts every card, and a mail server that
 * greets and then stays silent, so that mails wait in the outbox and their rendering is no part of a
 * booking's cost.
 */
export async function startProvider() {
  const intents = new Map<string, object>()
  const answer = async (request: IncomingMessage): Promise<object> => {
    const path = request.url ?? ''
    const form = new URLSearchParams(await text(request))
    if (path.startsWith('/v1/customers')) return { id: `cus_${randomUUID()}`, object: 'customer' }
    if (path.startsWith('/v1/payment_methods'))
      return { id: 'pm_bench', object: 'payment_method', type: 'card', card: { fingerprint: 'bench' } }
    if (request.method === 'GET')
      return intents.get(path.split(/[/?]/)[3] ?? '') ?? { object: 'list', data: [], has_more: false }
    const intent = intentOf(form)
    intents.set(intent.id, intent)
    return intent
  }
  const http = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  const smtp = createSocketServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 bench\r\n')
  })
  const listen = async (server: Server): Promise<string> => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    server.unref()
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return {
    url: `http://${await listen(http)}`,
    smtpUrl: `smtp://${await listen(smtp)}`,
    /** Holds that were placed so far. */
    holdCount: () => intents.size,
    close: () => http.closeAllConnections(),
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>
