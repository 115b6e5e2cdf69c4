import type { SheetRequest, WalletSheet } from './wire.ts'

/**
 * Opens the stand-in of a wallet's sheet over the shop's page, and tells the customer's choice. Sent to the
 * browser as text: it may use nothing outside itself.
 */
export function openWalletSheet(
  origin: string,
  request: SheetRequest,
  heard: { authorized: (number: string) => void; cancelled: () => void },
): WalletSheet {
  const before = document.activeElement
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({ parent: location.origin, ...request })

  function close(): void {
    window.removeEventListener('message', hear)
    dialog.close()
    dialog.remove()
    if (before instanceof HTMLElement) before.focus()
  }

  function hear(event: MessageEvent<{ say?: string; number?: string }>): void {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    if (event.data.say === 'ready') frame.focus()
    if (event.data.say === 'authorized' && event.data.number) heard.authorized(event.data.number)
    if (event.data.say !== 'cancelled') return
    close()
    heard.cancelled()
  }

  dialog.setAttribute('aria-label', `Sandbox ${request.wallet === 'apple_pay' ? 'Apple Pay' : 'Google Pay'}`)
  dialog.style.cssText =
    'border:0;padding:0;margin:auto auto 0;pointer-events:auto;border-radius:16px 16px 0 0;width:min(440px,100vw);height:min(470px,100vh);' +
    'max-width:none;max-height:none;overflow:hidden;background:#fff;box-shadow:0 20px 60px rgba(0,0,0,.45)'
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    frame.contentWindow?.postMessage({ say: 'cancel' }, origin)
  })
  frame.title = 'Sandbox wallet sheet'
  frame.name = 'wallet-sheet'
  frame.src = `${origin}/v3/frames/wallet-sheet?${query.toString()}`
  frame.style.cssText = 'border:0;width:100%;height:100%;display:block;color-scheme:light'
  window.addEventListener('message', hear)
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  return { close }
}
