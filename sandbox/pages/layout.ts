import type { FastifyReply } from 'fastify'

/** Escaped markup. Only `html` can make it, which escapes every value. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insert = Markup | readonly Insert[] | string | number | null | undefined | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function insert(value: Insert): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(insert).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

export function html(strings: TemplateStringsArray, ...values: Insert[]): Markup {
  return new Markup(strings.map((text, at) => (at === 0 ? text : insert(values[at - 1]) + text)).join(''))
}

export interface Page {
  title: string
  /** For contents side by side. */
  wide?: boolean
  body: Markup
}

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #17202b; --soft: #5a6675; --line: #dfe3e9;
  --accent: #2456d6; --good: #0d6b45; --bad: #b3261e; --wait: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #1a2029; --ink: #e8ecf2; --soft: #9dabbc;
  --line: #2d3644; --accent: #8ab0ff; --good: #5fd3a0; --bad: #ff9a92; --wait: #f0c26b; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
header { background: var(--card); border-bottom: 1px solid var(--line) }
header div, main { max-width: 1080px; margin: 0 auto; padding: 0 20px }
header div { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; padding-block: 12px }
.wide main, .wide header div { max-width: 1400px }
header strong { margin-right: auto; letter-spacing: -.01em }
a { color: var(--accent); text-underline-offset: 3px }
header a { text-decoration: none; padding: 6px 0 }
header a:hover { text-decoration: underline }
main { padding-block: 28px 64px }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 8px }
h2 { font-size: 19px; margin: 0 0 12px }
p { margin: 0 0 12px }
.soft { color: var(--soft) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 20px; margin-top: 20px }
.grid { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr)) }
.clock { font-size: 22px; font-variant-numeric: tabular-nums; font-weight: 600 }
form.row { display: flex; flex-wrap: wrap; gap: 10px }
button, .button { font: inherit; font-weight: 600; padding: 9px 16px; min-height: 44px; border-radius: 10px;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink); cursor: pointer }
h3 { font-size: 16px; margin: 0 0 4px }
label { display: flex; flex: 1 1 120px; flex-direction: column; color: var(--soft); font-size: 13px; font-weight: 600 }
select, input { font: inherit; font-size: 15px; font-weight: 400; width: 100%; min-height: 44px; padding: 9px 10px;
  border-radius: 10px; border: 1px solid var(--line); background: var(--paper); color: var(--ink) }
form.row label + button, form.row button:only-of-type { align-self: end }
button:hover { border-color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.scroll { overflow-x: auto } .scroll table { min-width: 600px }
table { border-collapse: collapse; width: 100%; font-size: 15px }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: 13px }
th, td { padding: 9px 14px 9px 0; border-top: 1px solid var(--line); vertical-align: top }
thead th { border-top: 0 }
code, .mono { font: 13.5px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
.nowrap { white-space: nowrap }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; border: 1px solid currentColor; font-size: 13px;
  font-weight: 600; color: var(--soft); white-space: nowrap }
.good { color: var(--good) } .bad { color: var(--bad) } .wait { color: var(--wait) }
.notice { border-left: 4px solid var(--accent); padding: 8px 14px; background: var(--card); border-radius: 6px }
ul.plain { list-style: none; margin: 0; padding: 0 }
ul.plain > li { border-top: 1px solid var(--line) } ul.plain > li > p { margin: 0; padding: 10px 0 } ul.plain > li:first-child { border-top: 0 }
.mail { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding: 14px 0; color: inherit; text-decoration: none }
.mail:hover b { text-decoration: underline }
.mail span { overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
.mail .line { grid-column: 1 / -1; font-size: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.frames { display: flex; flex-wrap: wrap; gap: 20px; margin-top: 20px } .frames + .frames { margin-top: 24px }
figure { margin: 0; min-width: 0; max-width: 100% } figcaption { font-size: 13px; font-weight: 600; color: var(--soft); padding: 0 2px 8px }
figure.desktop { flex: 1 1 600px } .sideways { overflow-x: auto; border-radius: 14px } .desktop iframe { min-width: 640px }
iframe { width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 14px; background: #fff; display: block }
.phone iframe { width: 390px; max-width: 100% }
.dark iframe { background: #121212 } .forced iframe { filter: invert(1) hue-rotate(180deg) }
.choice { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 20px }
.choice a { padding: 6px 14px; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; background: var(--card) }
.choice a[aria-current] { background: var(--ink); color: var(--paper); border-color: var(--ink) }
dd.kept { white-space: pre-line }
form.search { margin-top: 20px; align-items: end } form.search label { flex-basis: 240px } a.button { display: inline-flex; align-items: center; text-decoration: none }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }
@media (max-width: 600px) { .mail { grid-template-columns: minmax(0, 1fr) } dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 8px } }
details > summary { cursor: pointer; padding: 6px 0; color: var(--accent) }
`

/** No scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body ${page.wide === true && html`class="wide"`}>
        <header>
          <div>
            <strong>Sandbox</strong> <a href="/sandbox">Overview</a> <a href="/sandbox/mailbox">Mailbox</a>
            <a href="/sandbox/phone">Phones</a>
            <a href="/sandbox/payments">Payments</a>
          </div>
        </header>
        <main>${page.body}</main>
      </body>
    </html>`
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      // With 'no-referrer' a browser sends the forms of these pages with `Origin: null`.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    .send(document.text)
}

export function timeText(time: number | string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
