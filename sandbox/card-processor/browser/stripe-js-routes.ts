import type { FastifyInstance, FastifyReply } from 'fastify'
import { callApi } from './call-api.ts'
import { createCardElement } from './card-element.ts'
import { runCardFrame } from './card-frame.ts'
import { cardRules } from './card-rules.ts'
import { styleApplier } from './card-style.ts'
import { runChallengeFrame } from './challenge-frame.ts'
import { runChallenge } from './challenge-overlay.ts'
import { cardFrameDocument, challengeFrameDocument } from './frame-pages.ts'
import { defineStripe } from './stripe-global.ts'
import { createWalletElement } from './wallet-element.ts'
import { runWalletFrame } from './wallet-frame.ts'
import { walletFrameDocument, walletSheetDocument } from './wallet-pages.ts'
import { openWalletSheet } from './wallet-sheet.ts'
import { runWalletSheetFrame } from './wallet-sheet-frame.ts'
import type { Journal } from '../../journal.ts'
import type { ProcessorRecords } from '../records.ts'
import { currentWallets } from '../wallet-switches.ts'

/** The release of Stripe.js that @stripe/stripe-js 10 expects. */
const STRIPE_JS_VERSION = 'endive'

/** Some compilers wrap functions in calls of `__name`, which browsers do not define. */
const PROLOGUE = '"use strict";const __name = (target) => target;'

function script(body: string): string {
  return `(() => {${PROLOGUE}\n${body}\n})()\n`
}

const STRIPE_JS = script(`
const origin = new URL(document.currentScript.src).origin;
(${defineStripe.toString()})(origin, ${JSON.stringify(STRIPE_JS_VERSION)}, {
  callApi: ${callApi.toString()},
  createCardElement: ${createCardElement.toString()},
  runChallenge: ${runChallenge.toString()},
  createWalletElement: ${createWalletElement.toString()},
  openWalletSheet: ${openWalletSheet.toString()},
});`)

const CARD_FRAME_JS = script(`
const rules = (${cardRules.toString()})();
const api = (${callApi.toString()})(location.origin);
const applyStyle = (${styleApplier.toString()})();
(${runCardFrame.toString()})(rules, api, applyStyle);`)

const CHALLENGE_FRAME_JS = script(`(${runChallengeFrame.toString()})();`)

const WALLET_FRAME_JS = script(`(${runWalletFrame.toString()})();`)

const WALLET_SHEET_JS = script(`(${runWalletSheetFrame.toString()})();`)

/** Any page may embed the frames, as with Stripe; they load and call nothing but the sandbox. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors http: https:"

/** Serves the replacement for Stripe.js at `/v3/` and its frames. */
export function registerStripeJs(app: FastifyInstance, journal: Journal<ProcessorRecords>): void {
  for (const path of ['/v3', '/v3/', '/v3/stripe.js'])
    app.get(path, (_request, reply) => sendScript(reply, STRIPE_JS))
  app.get('/v3/card-frame.js', (_request, reply) => sendScript(reply, CARD_FRAME_JS))
  app.get('/v3/challenge-frame.js', (_request, reply) => sendScript(reply, CHALLENGE_FRAME_JS))
  app.get('/v3/frames/card', (_request, reply) => sendFrame(reply, cardFrameDocument()))
  app.get('/v3/frames/challenge', (_request, reply) => sendFrame(reply, challengeFrameDocument()))
  app.get('/v3/wallet-frame.js', (_request, reply) => sendScript(reply, WALLET_FRAME_JS))
  app.get('/v3/wallet-sheet-frame.js', (_request, reply) => sendScript(reply, WALLET_SHEET_JS))
  app.get('/v3/frames/wallets', (_request, reply) =>
    sendFrame(reply, walletFrameDocument(currentWallets(journal))),
  )
  app.get('/v3/frames/wallet-sheet', (_request, reply) => sendFrame(reply, walletSheetDocument()))
}

function sendScript(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    })
    .send(text)
}

function sendFrame(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      // The address may carry a client secret.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(text)
}
