/**
 * The page of the stand-in sheet: amount, merchant, the cards to choose from, Pay and Cancel. Sent to the
 * browser as text: it may use nothing outside itself.
 */
export function runWalletSheetFrame(): void {
  const query = new URLSearchParams(location.search)
  const parent = query.get('parent') ?? ''
  const [pay, cancel] = [...document.querySelectorAll<HTMLButtonElement>('button')]
  const notice = document.querySelector('[role="status"]')
  let busy = false

  function write(selector: string, text: string): void {
    const found = document.querySelector(selector)
    if (found) found.textContent = text
  }

  function dismiss(): void {
    if (!busy) window.parent.postMessage({ say: 'cancelled' }, parent)
  }

  const currency = (query.get('currency') ?? 'usd').toUpperCase()
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  write('h1', query.get('wallet') === 'apple_pay' ? 'Apple Pay' : 'Google Pay')
  write('.merchant', query.get('merchant') ?? '')
  write('.amount', amount.format(Number(query.get('amount')) / 100))
  write('.terms', query.get('terms') ?? '')
  pay?.addEventListener('click', () => {
    if (busy) return
    busy = true
    pay.setAttribute('aria-disabled', 'true')
    cancel?.setAttribute('aria-disabled', 'true')
    if (notice) notice.textContent = 'Processing…'
    const card = document.querySelector<HTMLInputElement>('input:checked')
    window.parent.postMessage({ say: 'authorized', number: card?.value }, parent)
  })
  cancel?.addEventListener('click', dismiss)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dismiss()
  })
  window.addEventListener('message', (event: MessageEvent<{ say?: string }>) => {
    if (event.origin === parent && event.source === window.parent && event.data.say === 'cancel') dismiss()
  })
  for (const button of [pay, cancel]) if (button) button.disabled = false
  pay?.focus()
  window.parent.postMessage({ say: 'ready' }, parent)
}
