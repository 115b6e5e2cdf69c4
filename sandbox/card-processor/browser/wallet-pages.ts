import type { WalletSwitches } from '../records.ts'
import { frameDocument } from './frame-pages.ts'

const WALLET_STYLE = `
:root { color-scheme: light }
html, body { margin: 0; background: transparent }
main { display: flex; gap: 10px; padding: 3px }
button { flex: 1 1 0; min-width: 0; border: 0; border-radius: 8px; background: #000; color: #fff; font: 600 16px/1.2 system-ui, sans-serif; cursor: pointer;
  box-shadow: inset 0 0 0 1px #fff4 }
button[hidden] { display: none }
button small { display: block; font-weight: 400; font-size: 11px; color: #d5d9e0 }
button:focus-visible { outline: 3px solid #6a9bff; outline-offset: 0 }
.white button { background: #fff; color: #000 }
.white button small { color: #4a5565 }
`

const SHEET_STYLE = `
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #1b2330; font: 16px/1.45 system-ui, sans-serif }
main { min-height: 100vh; display: grid; gap: 12px; align-content: start; padding: 20px 24px }
.sandbox { margin: 0; padding: 6px 12px; border-radius: 8px; background: #fff3cd; color: #5c4300; font-size: 14px }
h1 { font-size: 22px; line-height: 1.25; margin: 0 }
p { margin: 0; color: #4a5565 }
.amount { color: #1b2330; font-size: 26px; font-weight: 650 }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 2px }
legend { padding: 0; font-weight: 600 }
label { display: flex; gap: 10px; align-items: center; min-height: 36px }
input { width: 18px; height: 18px; margin: 0 }
div { display: flex; gap: 12px }
button { flex: 1; font: inherit; font-weight: 600; min-height: 46px; border-radius: 10px; border: 1px solid #000; cursor: pointer }
[value=pay] { background: #000; color: #fff } [value=cancel] { background: #fff; color: #000 }
button:focus-visible, input:focus-visible { outline: 3px solid #6a9bff; outline-offset: 2px }
:disabled, [aria-disabled=true] { opacity: .6 }
`

const NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const

/** The frame with the wallet buttons; those that the switches turn off are hidden. */
export function walletFrameDocument({ applePay, googlePay, mode }: WalletSwitches): string {
  const button = (wallet: keyof typeof NAMES, shown: boolean): string =>
    `<button type="button" value="${wallet}" disabled${shown ? '' : ' hidden'}>${NAMES[wallet]} <small>Sandbox</small></button>`
  const body = `<main>${button('apple_pay', applePay)}${button('google_pay', googlePay)}</main>`
  return frameDocument('Secure express checkout frame', WALLET_STYLE, body, '/v3/wallet-frame.js').replace(
    '<body>',
    `<body data-mode="${mode}">`,
  )
}

const SHEET_CARDS = [
  ['4242424242424242', 'Visa 4242'],
  ['4000000000000002', 'Visa 0002, is declined'],
  ['4000000000003220', 'Visa 3220, asks for 3-D Secure'],
] as const

/** The stand-in of a wallet's sheet, which says that it is one. */
export function walletSheetDocument(): string {
  const cards = SHEET_CARDS.map(
    ([number, says], place) =>
      `<label><input type="radio" name="card" value="${number}"${place === 0 ? ' checked' : ''}>${says}</label>`,
  )
  const body = `<main><p class="sandbox">This is a sandbox. No wallet is asked, and no money moves.</p>
<h1></h1><p class="merchant"></p><p class="amount"></p><p class="terms"></p>
<fieldset><legend>Card</legend>${cards.join('')}</fieldset>
<div><button type="button" value="pay" disabled>Pay</button><button type="button" value="cancel" disabled>Cancel</button></div>
<p role="status"></p></main>`
  return frameDocument('Sandbox wallet sheet', SHEET_STYLE, body, '/v3/wallet-sheet-frame.js')
}
