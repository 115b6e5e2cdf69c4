import { FEATURE_GRANTS } from '../card-processor/card-features.ts'
import type { FeatureSwitches } from '../card-processor/card-features.ts'
import type { CardSwitches } from '../card-processor/card-switches.ts'
import { FAULT_MODES } from '../card-processor/faults.ts'
import type { FaultPlan, HoldWindows, WalletSwitches, WebhookSwitches } from '../card-processor/records.ts'
import { CARD_BEHAVIOURS } from '../card-processor/test-cards.ts'
import { MAPS_MODES } from '../maps/maps-switch.ts'
import type { MapsSwitch } from '../maps/maps-switch.ts'
import { STORAGE_MODES } from '../object-storage/storage-switch.ts'
import type { StorageSwitch } from '../object-storage/storage-switch.ts'
import { SOCIAL_PROVIDERS } from '../social-sign-in/social-modes.ts'
import type { SocialProvider } from '../social-sign-in/social-modes.ts'
import { OPENER_POLICIES, SOCIAL_MODES } from '../social-sign-in/social-modes.ts'
import type { ProviderSwitch, SocialSwitch } from '../social-sign-in/social-modes.ts'
import { html } from './layout.ts'
import type { Markup } from './layout.ts'

export interface SwitchFacts {
  faults: FaultPlan
  cards: CardSwitches
  features: FeatureSwitches
  wallets: WalletSwitches
  webhooks: WebhookSwitches & { waiting: number }
  maps: MapsSwitch
  social: SocialSwitch
  storage: StorageSwitch
}

type Choice = readonly [value: string, says: string]

const DAY = 86_400
const SHARES: readonly Choice[] = [
  ['1', 'all'],
  ['0.5', '1 in 2'],
  ['0.2', '1 in 5'],
]
const WINDOWS: readonly Choice[] = [
  ['', 'no change'],
  ['null', 'as their brand says'],
  ...[4.75, 5, 7, 28, 30].map((days): Choice => {
    const seconds = days * DAY
    return [JSON.stringify({ onSession: seconds, offSession: seconds }), durationText(seconds)]
  }),
]

const FEATURES = [
  ['extended', 'Extended'],
  ['incremental', 'Can be raised'],
  ['overcapture', 'Overcapture'],
] as const
const GRANT_WORDS = { none: 'no card', by_card: 'some cards', all: 'all cards' } as const

/** The fault switches with their present values. */
export function switchesSection(facts: SwitchFacts): Markup {
  const { faults, cards, features, wallets, webhooks, maps, social, storage } = facts
  return html`<section class="card" id="switches">
    <h2>Switches</h2>
    <div class="grid">
      <div>
        <h3>Faults of the card API</h3>
        <p class="soft">${faultsText(faults)}</p>
        <form class="row" method="post" action="/sandbox/faults">
          ${select(
            'mode',
            'Fault',
            FAULT_MODES.map((mode): Choice => [mode, words(mode)]),
            faults.mode,
          )}
          ${select('share', 'Hits', SHARES, String(faults.share))}
          ${select(
            'reads',
            'Reads too',
            [
              ['false', 'no'],
              ['true', 'yes'],
            ],
            String(faults.reads),
          )}
          <button>Set</button>
        </form>
      </div>
      <div>
        <h3>Saved cards</h3>
        <p class="soft">${cardsText(cards)}</p>
        <form class="row" method="post" action="/sandbox/cards">
          ${select(
            'behaviour',
            'From now on they',
            [['', 'no change'], ...CARD_BEHAVIOURS.map((behaviour): Choice => [behaviour, words(behaviour)])],
            '',
          )}
          ${select('windowSeconds', 'Holds live', WINDOWS, '')}
          <button>Set</button>
        </form>
      </div>
      <div>
        <h3>Longer and larger holds</h3>
        <p class="soft">${featuresText(features)}</p>
        <form class="row" method="post" action="/sandbox/features">
          ${FEATURES.map(([name, label]) =>
            select(
              name,
              label,
              FEATURE_GRANTS.map((grant): Choice => [grant, GRANT_WORDS[grant]]),
              features[name],
            ),
          )}
          ${select(
            'eligible',
            'May ask',
            [
              ['true', 'yes'],
              ['false', 'no'],
            ],
            String(features.eligible),
          )}
          <button>Set</button>
        </form>
      </div>
      <div>
        <h3>Wallets</h3>
        <p class="soft">${walletsText(wallets)}</p>
        <form class="row" method="post" action="/sandbox/wallets">
          <button name="applePay" value="${String(!wallets.applePay)}">
            ${wallets.applePay ? 'No Apple Pay' : 'Offer Apple Pay'}
          </button>
          <button name="googlePay" value="${String(!wallets.googlePay)}">
            ${wallets.googlePay ? 'No Google Pay' : 'Offer Google Pay'}
          </button>
        </form>
      </div>
      <div>
        <h3>Webhooks</h3>
        <p class="soft">${webhooksText(webhooks)}</p>
        <form class="row" method="post" action="/sandbox/webhooks">
          <button name="paused" value="${String(!webhooks.paused)}">
            ${webhooks.paused ? 'Let them go' : 'Hold them back'}
          </button>
          <button name="shuffle" value="${String(!webhooks.shuffle)}">
            ${webhooks.shuffle ? 'In order again' : 'Shuffle'}
          </button>
          <button name="repeat" value="${webhooks.repeat > 1 ? 1 : 3}">
            ${webhooks.repeat > 1 ? 'Once each' : 'Up to 3 times each'}
          </button>
        </form>
      </div>
      <div>
        <h3>Maps</h3>
        <p class="soft">${mapsText(maps)}</p>
        <form class="row" method="post" action="/sandbox/maps">
          ${select(
            'mode',
            'They are',
            MAPS_MODES.map((mode): Choice => [mode, words(mode)]),
            maps.mode,
          )}
          <button>Set</button>
        </form>
      </div>
      <div>
        <h3>Object storage</h3>
        <p class="soft">${storageText(storage)}</p>
        <form class="row" method="post" action="/sandbox/storage">
          ${select(
            'mode',
            'It is',
            STORAGE_MODES.map((mode): Choice => [mode, words(mode)]),
            storage.mode,
          )}
          <button>Set</button>
        </form>
      </div>
      ${SOCIAL_PROVIDERS.map((provider) => socialSwitch(provider, social[provider]))}
    </div>
  </section>`
}

function socialSwitch(provider: SocialProvider, switches: ProviderSwitch): Markup {
  return html`<div>
    <h3>${provider === 'google' ? 'Google sign-in' : 'Facebook sign-in'}</h3>
    <p class="soft">${socialText(switches)}</p>
    <form class="row" method="post" action="/sandbox/social">
      <input type="hidden" name="provider" value="${provider}" />
      ${select(
        'mode',
        'It is',
        SOCIAL_MODES[provider].map((mode): Choice => [mode, words(mode)]),
        switches.mode,
      )}
      ${select(
        'openerPolicy',
        'Opener policy',
        OPENER_POLICIES.map((policy): Choice => [policy, policy]),
        switches.openerPolicy,
      )}
      <button>Set</button>
    </form>
  </div>`
}

function select(name: string, label: string, choices: readonly Choice[], chosen: string): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      ${choices.map(
        ([value, says]) => html`<option value="${value}" ${value === chosen && 'selected'}>${says}</option>`,
      )}
    </select></label
  >`
}

function words(name: string): string {
  return name.replaceAll('_', ' ')
}

function faultsText({ mode, count, share, reads, seed }: FaultPlan): string {
  if (mode === 'none' || count === 0) return 'Off: every request is answered.'
  const which = reads ? 'of all requests' : 'of all POST requests'
  const more = [count !== null && `${count} more`, seed !== null && `seed ${seed}`].filter(Boolean).join(', ')
  return `On: ${words(mode)}, ${Math.round(share * 100)} % ${which}${more && ` (${more})`}.`
}

function cardsText({ saved, windowSeconds }: CardSwitches): string {
  const counts = Object.entries(saved).map(([behaviour, count]) => `${count} ${words(behaviour)}`)
  const cards = counts.length === 0 ? 'No card is saved yet.' : `${counts.join(', ')}.`
  return `${cards} ${windowSeconds ? windowsText(windowSeconds) : 'Holds live as long as the brand says.'}`
}

function windowsText({ onSession, offSession }: HoldWindows): string {
  const text = (seconds: number | null): string => (seconds === null ? 'by brand' : durationText(seconds))
  return onSession === offSession
    ? `Holds live ${text(onSession)}.`
    : `Holds live ${text(onSession)} on session, ${text(offSession)} off session.`
}

function featuresText({ eligible, ...grants }: FeatureSwitches): string {
  if (!eligible) return 'This account may not ask for them: each request that does is refused.'
  const granted = FEATURES.map(([name, label]) => `${label}: ${GRANT_WORDS[grants[name]]}.`)
  return `Where a payment asks. ${granted.join(' ')}`
}

function walletsText({ applePay, googlePay, mode }: WalletSwitches): string {
  const offered = [applePay && 'Apple Pay', googlePay && 'Google Pay'].filter(Boolean).join(' and ')
  const state = mode === 'normal' ? '' : ` Not as usual: ${words(mode)}.`
  return `${offered === '' ? 'None is' : `${offered}:`} offered.${state}`
}

function webhooksText({ paused, shuffle, repeat, waiting }: SwitchFacts['webhooks']): string {
  const how = `${shuffle ? 'in any order' : 'in order'}, ${repeat > 1 ? `up to ${repeat} times each` : 'once each'}`
  return paused ? `Held back, ${waiting} waiting; then ${how}.` : `Delivered ${how}; ${waiting} waiting.`
}

function mapsText({ mode, delayMs }: MapsSwitch): string {
  switch (mode) {
    case 'normal':
      return 'Every address is looked up.'
    case 'down':
      return 'Every connection is cut.'
    case 'denied':
      return 'Every key is refused.'
    case 'over_limit':
      return 'Every request is one too many.'
    case 'slow':
      return `Every answer takes ${Math.round(delayMs / 1000)} s.`
  }
}

function storageText({ mode, delayMs }: StorageSwitch): string {
  switch (mode) {
    case 'normal':
      return 'Every object is stored and sent.'
    case 'down':
      return 'Every connection is cut.'
    case 'error':
      return 'Every answer is a 500.'
    case 'busy':
      return 'Every answer is a 503.'
    case 'slow':
      return `Every answer takes ${Math.round(delayMs / 1000)} s.`
    case 'drip':
      return 'No object is sent to its end.'
  }
}

function socialText({ mode, openerPolicy, delayMs }: ProviderSwitch): string {
  const policy = openerPolicy === 'none' ? 'without an opener policy' : `with opener policy ${openerPolicy}`
  if (mode === 'normal') return `People sign in as usual, on pages ${policy}.`
  if (mode === 'slow') return `Every answer takes ${Math.round(delayMs / 1000)} s; pages ${policy}.`
  return `Not as usual: ${words(mode)}; pages ${policy}.`
}

function durationText(seconds: number): string {
  const days = Math.floor(seconds / DAY)
  const hours = Math.floor((seconds % DAY) / 3600)
  const parts = [days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`, hours > 0 && `${hours} h`]
  return parts.filter(Boolean).join(' ') || `${seconds} s`
}
