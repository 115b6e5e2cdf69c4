import type { FastifyReply } from 'fastify'
import { html, Markup } from '../pages/layout.ts'
import { SIGNED_IN_PEOPLE } from './people.ts'
import type { SocialProvider } from './social-modes.ts'
import type { ProviderSwitch } from './social-modes.ts'

const NAMES: Record<SocialProvider, string> = { google: 'Sandbox Google', facebook: 'Sandbox Facebook' }
const POLICY_HEADER = 'cross-origin-opener-policy'

const STYLE = `
:root { color-scheme: light dark; --paper: #eef0f4; --card: #fff; --ink: #17202b; --soft: #556070; --line: #cfd5de;
  --accent: #2456d6; --on-accent: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #1a2029; --ink: #e8ecf2; --soft: #a5b2c2;
  --line: #3a4556; --accent: #8ab0ff; --on-accent: #10203f; --bad: #ff9a92 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif;
  display: grid; place-items: center; padding: 12px }
main { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 18px 20px }
.who { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; margin: 0 0 10px; font-weight: 700 }
.who span { font-weight: 400; font-size: 13px }
h1 { font-size: 21px; line-height: 1.25; margin: 0 0 4px } h2 { font-size: 15px; margin: 14px 0 8px }
p { margin: 0 0 10px; overflow-wrap: anywhere } .soft { color: var(--soft) } .bad { color: var(--bad); font-weight: 600 }
form.people { display: grid; gap: 6px }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 6px 14px; border-radius: 10px; cursor: pointer;
  border: 1px solid var(--line); background: var(--card); color: var(--ink) }
button:hover { border-color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.people button { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; align-content: center; justify-content: space-between;
  text-align: left }
.people span { font-weight: 400; font-size: 13px; color: var(--soft); overflow-wrap: anywhere }
button.go { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); gap: 8px }
.fields label { display: grid; gap: 3px; font-size: 13px; font-weight: 600; color: var(--soft) }
.fields input { font: inherit; font-size: 16px; min-height: 44px; width: 100%; padding: 6px 10px; border-radius: 10px;
  border: 1px solid var(--line); background: var(--card); color: var(--ink) }
.check { display: flex; gap: 8px; align-items: center; min-height: 36px; font-size: 14px }
.check input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent) }
.ends { display: flex; gap: 10px; margin-top: 8px } .ends button { flex: 1 }
code { font: 13px/1.5 ui-monospace, Menlo, monospace; overflow-wrap: anywhere }
`

interface ProviderPage {
  provider: SocialProvider
  title: string
  body: Markup
  /** Final redirect target of the page's form: browsers apply `form-action` to redirects too. */
  leadsTo?: string
}

function sendProviderPage(
  reply: FastifyReply,
  page: ProviderPage,
  { openerPolicy }: ProviderSwitch,
): FastifyReply {
  const { provider, title, body, leadsTo } = page
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${NAMES[provider]}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <p class="who">
            ${NAMES[provider]} <span class="soft">A stand-in on this machine: no real account is asked.</span>
          </p>
          ${body}
        </main>
      </body>
    </html>`
  if (openerPolicy === 'report-only') reply.header(`${POLICY_HEADER}-report-only`, 'same-origin')
  else if (openerPolicy !== 'none') reply.header(POLICY_HEADER, openerPolicy)
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${leadsTo ?? ''}; ` +
        "base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    .send(document.text)
}

export interface Chooser {
  provider: SocialProvider
  redirectUri: string
  hint: string
  /** The error of a submitted form, and its values. */
  problem?: string
  form?: URLSearchParams
}

/** The account chooser. Its forms post to the address of the page. */
export function sendChooser(
  reply: FastifyReply,
  { provider, redirectUri, hint, problem, form }: Chooser,
  switches: ProviderSwitch,
): FastifyReply {
  const { host, origin } = new URL(redirectUri)
  const body = html`<h1>Choose an account</h1>
    <p class="soft">to go on to ${host}</p>
    <form class="people" method="post">
      ${SIGNED_IN_PEOPLE.map(
        ({ name, email, sharesEmail }) =>
          html`<button name="person" value="${email}">
            ${name} <span>${email}${!sharesEmail && ', shares no email'}</span>
          </button>`,
      )}
    </form>
    <form method="post">
      <h2>Use another account</h2>
      ${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
      <div class="fields">
        <label
          >Name <input name="name" required maxlength="200" autocomplete="off" value="${form?.get('name')}"
        /></label>
        <label
          >Email
          <input
            name="email"
            type="email"
            required
            maxlength="254"
            autocomplete="off"
            value="${form?.get('email') ?? hint}"
        /></label>
      </div>
      <label class="check"><input type="checkbox" name="shares_no_email" /> Share no email</label>
      ${
        provider === 'google' &&
        html`<label class="check"
          ><input type="checkbox" name="unverified" /> This address is not verified</label
        >`
      }
      <div class="ends">
        <button class="go">Continue</button>
        <button name="cancel" value="1" formnovalidate>Cancel</button>
      </div>
    </form>`
  return sendProviderPage(
    reply.code(problem === undefined ? 200 : 422),
    { provider, title: 'Choose an account', body, leadsTo: origin },
    switches,
  )
}

/** An error on the provider's own page, without a redirect to the product. */
export function sendErrorPage(
  reply: FastifyReply,
  provider: SocialProvider,
  { status, heading, says, code }: { status: number; heading: string; says: string; code?: string },
  switches: ProviderSwitch,
): FastifyReply {
  const body = html`<h1>${heading}</h1>
    <p>${says}</p>
    ${code !== undefined && html`<p class="soft"><code>${code}</code></p>`}
    <p class="soft">Nothing more happens here. Close this window, or go back.</p>`
  return sendProviderPage(reply.code(status), { provider, title: heading, body }, switches)
}
