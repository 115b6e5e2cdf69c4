/**
 * The markup of the two frames, with inline styles so that a frame never flashes. Inputs and buttons start
 * disabled and are enabled by the frame's script, so that no early input is lost.
 */
const CARD_STYLE = `
:root { color-scheme: light }
html, body { margin: 0; background: transparent }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; margin: 0; font: 16px/1.5 system-ui, sans-serif }
label { display: block; min-width: 0 }
label[hidden], .brand[hidden] { display: none }
label > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
input { all: unset; box-sizing: border-box; display: block; width: 100%; min-height: 24px; color: #1a1a1a; font: 16px/1.5 system-ui, sans-serif }
input::placeholder { color: #757680 }
input.invalid { color: #c0123c }
input:-webkit-autofill { -webkit-background-clip: text }
.brand { flex: none; min-width: 34px; padding: 0 5px; border: 1px solid currentColor; border-radius: 4px; color: #5a6675;
  font: 600 10px/18px system-ui, sans-serif; text-align: center; letter-spacing: .02em; box-sizing: border-box }
.brand[data-brand="unknown"] { height: 20px; background: linear-gradient(currentColor 0 0) 0 5px / 100% 4px no-repeat; opacity: .6 }
.number { flex: 1 1 190px } .expiry { flex: 0 0 76px } .cvc { flex: 0 0 48px } .postal { flex: 0 0 62px }
@media (max-width: 459px) {
  form { row-gap: 8px }
  .number { flex: 1 0 calc(100% - 60px) } .expiry { flex: 2 1 64px } .cvc { flex: 1 1 44px } .postal { flex: 1 1 56px }
}
`

const CHALLENGE_STYLE = `
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #1b2330; font: 16px/1.5 system-ui, sans-serif; text-align: center }
main { min-height: 100vh; display: grid; place-content: center; gap: 14px; padding: 24px }
h1 { font-size: 22px; line-height: 1.25; margin: 0 }
p { margin: 0; max-width: 42ch; color: #4a5565 }
div { display: flex; gap: 12px; justify-content: center; flex-wrap: wrap; margin-top: 6px }
button { font: inherit; font-weight: 600; min-width: 128px; min-height: 46px; border-radius: 10px; border: 1px solid #2456d6; cursor: pointer }
[value=complete] { background: #2456d6; color: #fff } [value=fail] { background: #fff; color: #2456d6 }
button:focus-visible { outline: 3px solid #8ab0ff; outline-offset: 2px }
:disabled, [aria-disabled=true] { opacity: .6 }
`

export function frameDocument(title: string, style: string, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}<script src="${script}"></script></body></html>`
}

function cardInput(
  part: string,
  label: string,
  name: string,
  autocomplete: string,
  placeholder: string,
): string {
  return `<label class="${part}"><span>${label}</span><input name="${name}" autocomplete="${autocomplete}" inputmode="numeric" placeholder="${placeholder}" aria-label="${label}" spellcheck="false" autocorrect="off" type="text" disabled></label>`
}

export function cardFrameDocument(): string {
  const body = `<form novalidate class="empty"><span class="brand" role="img" data-brand="unknown" aria-label="Card brand not known yet"></span>
${cardInput('number', 'Credit or debit card number', 'cardnumber', 'cc-number', 'Card number')}
${cardInput('expiry', 'Credit or debit card expiration date', 'exp-date', 'cc-exp', 'MM / YY')}
${cardInput('cvc', 'Credit or debit card CVC/CVV', 'cvc', 'cc-csc', 'CVC')}
${cardInput('postal', 'ZIP', 'postal', 'postal-code', 'ZIP')}</form>`
  return frameDocument('Secure card payment input frame', CARD_STYLE, body, '/v3/card-frame.js')
}

export function challengeFrameDocument(): string {
  const body = `<main><h1>3D Secure 2 Test Page</h1>
<p>Your bank asks whether you made this payment. Choose how the authentication ends.</p>
<div><button type="button" value="complete" title="Complete authentication" disabled>Complete</button>
<button type="button" value="fail" title="Fail authentication" disabled>Fail</button></div><p role="status"></p></main>`
  return frameDocument('3D Secure 2 Test Page', CHALLENGE_STYLE, body, '/v3/challenge-frame.js')
}
