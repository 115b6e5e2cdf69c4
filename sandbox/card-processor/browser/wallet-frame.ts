import type { FromWalletFrame } from './wire.ts'

/**
 * The frame with the wallet buttons: reports the available wallets and each press. Sent to the browser as
 * text: it may use nothing outside itself.
 */
export function runWalletFrame(): void {
  const query = new URLSearchParams(location.search)
  const parent = query.get('parent') ?? ''
  const hidden = (query.get('never') ?? '').split(',')
  const mode = document.body.dataset['mode']
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]

  function say(message: FromWalletFrame): void {
    window.parent.postMessage(message, parent)
  }

  if (mode === 'silent') return
  if (mode === 'load_error') {
    say({ say: 'loaderror' })
    return
  }
  if (query.get('theme') === 'white') document.body.classList.add('white')
  const buttonHeight = Number(query.get('height')) || 44
  const shown = buttons.filter((button) => {
    button.hidden = button.hidden || hidden.includes(button.value)
    button.disabled = false
    button.style.height = `${buttonHeight}px`
    button.addEventListener('click', () => say({ say: 'pressed', wallet: button.value }))
    return !button.hidden
  })
  say({
    say: 'available',
    wallets: shown.map(({ value }) => value),
    // Not measured: a browser may lay out a frame without height later. Three pixels above and below are room
    // for the outline of the focus.
    height: shown.length === 0 ? 0 : buttonHeight + 6,
  })
  window.addEventListener('message', (event: MessageEvent<{ say?: string }>) => {
    if (event.origin === parent && event.source === window.parent && event.data.say === 'focus')
      shown[0]?.focus()
  })
}
