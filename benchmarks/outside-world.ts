import { randomUUID } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { createCheapServer, type Received } from './cheap-server.ts'

/**
 * A card provider and a mail server that cost next to nothing, in a process of their own: what is measured is the product. The
 * provider accepts every card after as many milliseconds as it was told, the mail server takes every mail. The sandbox imitates
 * both faithfully, and would be measured with them.
 */
const [port = 0, smtpPort = 0] = process.argv.slice(2).map(Number)

type Intent = Record<string, unknown> & { id: string; amount: number }

let delayMs = 0
let mails = 0
const calls: Record<string, number> = {}
const intents = new Map<string, Intent>()
const answers = new Map<string, string>()

function chargeOf(id: string, amount: number, captured: number) {
  return {
    id: id.replace('pi_', 'ch_'),
    object: 'charge',
    amount,
    amount_captured: captured,
    amount_refunded: 0,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', last4: '4242', capture_before: Math.floor(Date.now() / 1000) + 7 * 86_400 },
    },
  }
}

function createIntent(form: URLSearchParams): Intent {
  const id = `pi_${randomUUID().replaceAll('-', '')}`
  const amount = Number(form.get('amount'))
  const metadata = [...form].flatMap(([key, value]) => {
    const [, name] = /^metadata\[(\w+)\]$/.exec(key) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: amount,
    amount_received: 0,
    client_secret: `${id}_secret`,
    currency: 'usd',
    customer: form.get('customer'),
    metadata: Object.fromEntries(metadata),
    next_action: null,
    payment_method: form.get('payment_method'),
    status: 'requires_capture',
    latest_charge: chargeOf(id, amount, 0),
  }
}

function act(path: string, form: URLSearchParams): object {
  if (path === '/v1/customers') return { id: `cus_${randomUUID()}`, object: 'customer' }
  if (path === '/v1/payment_intents') {
    const intent = createIntent(form)
    intents.set(intent.id, intent)
    return intent
  }
  const [, , , id = '', verb] = path.split('/')
  const intent = intents.get(id)
  if (!intent) throw new Error(`there is no ${path}`)
  if (verb === 'capture') {
    const amount = Number(form.get('amount_to_capture') ?? intent.amount)
    const charge = chargeOf(id, intent.amount, amount)
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      amount_capturable: 0,
      latest_charge: charge,
    })
  }
  if (verb === 'cancel')
    Object.assign(intent, {
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'requested_by_customer',
    })
  return intent
}

/** The answer, and whether it takes its time. */
function answer({ method, path: asked, headers, body }: Received): { told: string; isCall: boolean } {
  const [path = '/'] = asked.split('?')
  if (path === '/delay') {
    delayMs = Number(new URLSearchParams(body).get('ms'))
    return { told: '{}', isCall: false }
  }
  if (path === '/counts') return { told: JSON.stringify({ calls, mails }), isCall: false }
  if (method === 'GET') {
    const intent = intents.get(path.split('/')[3] ?? '')
    const found = intent ?? { object: 'list', data: [], has_more: false, url: path }
    return { told: JSON.stringify(found), isCall: false }
  }
  const name = path.replace(/pi_\w+/, ':id')
  calls[name] = (calls[name] ?? 0) + 1
  const key = headers.get('idempotency-key') ?? randomUUID()
  // What is asked twice is done once, as the real one does.
  const known = answers.get(key) ?? JSON.stringify(act(path, new URLSearchParams(body)))
  answers.set(key, known)
  return { told: known, isCall: true }
}

const http = createCheapServer((request, reply) => {
  try {
    const { told, isCall } = answer(request)
    if (isCall && delayMs > 0) setTimeout(reply, delayMs, told)
    else reply(told)
  } catch (error) {
    console.error(error)
    reply('{"error":{"type":"api_error","message":"no such call"}}', 500)
  }
})

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.on('end', () => {
      mails += 1
      done()
    })
    stream.resume()
  },
})

smtp.listen(smtpPort, '127.0.0.1')
http.listen(port, '127.0.0.1')
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
