import { expect, test } from 'vitest'
import type { CardConfirmationReply } from '../../contract/payments/card-confirmation.ts'
import { CallError } from '../api/client.ts'
import { agreeByLink } from './agree-by-link.ts'

const agreement = {
  token: 'token',
  phoneEnd: '4417',
  name: 'Casey Rivera',
  strokes: [],
  wording: 'I agree.',
  seenTotalCents: 61_900,
  seenLines: [],
}
const held: CardConfirmationReply = { held: true, requiresAction: false, holdId: 'hold' }
const asks: CardConfirmationReply = {
  held: false,
  requiresAction: true,
  clientSecret: 'secret',
  holdId: 'hold',
}

/** Replies in their order, and the requests that got them. */
function server(...replies: (CardConfirmationReply | CallError)[]) {
  const sent: unknown[] = []
  const send = async (request: unknown) => {
    sent.push(request)
    const reply = replies.shift()
    if (reply === undefined) throw new Error('one request too many')
    if (reply instanceof CallError) throw reply
    return reply
  }
  return { sent, send }
}
const bank = (problem: string | null) => {
  const asked: string[] = []
  return {
    asked,
    confirm: async (secret: string) => {
      asked.push(secret)
      return problem
    },
  }
}

test('an agreement without a step at the bank is one request', async () => {
  const [{ sent, send }, { asked, confirm }] = [server(held), bank(null)]
  expect(await agreeByLink(agreement, send, confirm)).toEqual({ kind: 'agreed' })
  expect([sent, asked]).toEqual([[agreement], []])
})

test('after the bank the same request is sent again, and its answer counts', async () => {
  const [{ sent, send }, { asked, confirm }] = [server(asks, held), bank('The page failed')]
  expect(await agreeByLink(agreement, send, confirm)).toEqual({ kind: 'agreed' })
  expect([sent, asked]).toEqual([[agreement, agreement], ['secret']])
})

test('a bank that the customer did not answer leaves the agreement open, in words', async () => {
  const [{ send }, { confirm }] = [server(asks, asks), bank('You closed the page')]
  expect(await agreeByLink(agreement, send, confirm)).toEqual({
    kind: 'problem',
    sentence: 'You closed the page. Nothing more is held. Try again, or pay at the shop.',
  })
})

test.each([
  [new CallError('The price has changed.', 409, 'price_changed'), { kind: 'changed' }],
  [new CallError('Read it again.', 409, 'wording_changed'), { kind: 'changed' }],
  [new CallError('Other digits.', 422, 'phone_not_matching'), { kind: 'phone', sentence: 'Other digits.' }],
  [new CallError('Declined.', 402, 'card_refused'), { kind: 'problem', sentence: 'Declined.' }],
])('%s', async (refusal, outcome) => {
  const [{ send }, { confirm }] = [server(refusal), bank(null)]
  expect(await agreeByLink(agreement, send, confirm)).toEqual(outcome)
})

test('without a reply the page says that it can be sent again', async () => {
  const [{ send }, { confirm }] = [server(new CallError('No connection.', 0)), bank(null)]
  expect(await agreeByLink(agreement, send, confirm)).toEqual({
    kind: 'problem',
    sentence: 'No connection. We don’t know yet whether we got it. Tap the button again: it counts once.',
  })
})
