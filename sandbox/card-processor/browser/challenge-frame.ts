/**
 * The bank's page: reports the cardholder's choice to the sandbox, then goes back. Sent to the browser as
 * text: it may use nothing outside itself.
 */
export function runChallengeFrame(): void {
  const query = new URLSearchParams(location.search)
  const clientSecret = query.get('client_secret') ?? ''
  const id = clientSecret.split('_secret_', 1)[0] ?? ''
  const parent = query.get('parent')
  const returnUrl = query.get('return_url')
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
  const notice = document.querySelector('[role="status"]')
  let busy = false

  function goBack(outcome: string): void {
    if (parent) {
      window.parent.postMessage({ say: 'answered' }, parent)
      return
    }
    if (!returnUrl || !/^https?:/.test(new URL(returnUrl).protocol)) return
    const back = new URL(returnUrl)
    const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
    back.searchParams.set(kind, id)
    back.searchParams.set(`${kind}_client_secret`, clientSecret)
    back.searchParams.set('redirect_status', outcome === 'complete' ? 'succeeded' : 'failed')
    location.assign(back)
  }

  async function answer(outcome: string): Promise<void> {
    if (busy) return
    busy = true
    for (const button of buttons) button.setAttribute('aria-disabled', 'true')
    if (notice) notice.textContent = 'Sending…'
    try {
      const reply = await fetch(`/sandbox/payments/${encodeURIComponent(id)}/challenge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome, client_secret: clientSecret }),
      })
      // A 4xx means that the payment has moved on meanwhile; the shop's page will read its state.
      if (reply.status < 500) {
        goBack(outcome)
        return
      }
    } catch {
      // The message below asks the cardholder to try again.
    }
    busy = false
    for (const button of buttons) button.removeAttribute('aria-disabled')
    if (notice) notice.textContent = 'That did not go through. Please press again.'
  }

  for (const button of buttons) {
    button.addEventListener('click', () => void answer(button.value))
    button.disabled = false
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void answer('fail')
    if (event.key !== 'Tab') return
    event.preventDefault()
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + (event.shiftKey ? -1 : 1) + buttons.length) % buttons.length]?.focus()
  })
  window.addEventListener('message', (event: MessageEvent<{ say?: string }>) => {
    if (event.origin === parent && event.source === window.parent && event.data.say === 'fail')
      void answer('fail')
  })
  buttons[0]?.focus()
  if (parent) window.parent.postMessage({ say: 'ready' }, parent)
}
