/**
 * Shows the bank's 3-D Secure page over the shop's page and resolves after the answer. Sent to the browser as
 * text: it may use nothing outside itself.
 */
export function runChallenge(origin: string, clientSecret: string): Promise<void> {
  return new Promise((resolve) => {
    const before = document.activeElement
    const dialog = document.createElement('dialog')
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({ client_secret: clientSecret, parent: location.origin })

    function hear(event: MessageEvent<{ say?: string }>): void {
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      if (event.data.say === 'ready') frame.focus()
      if (event.data.say !== 'answered') return
      window.removeEventListener('message', hear)
      dialog.close()
      dialog.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve()
    }

    dialog.setAttribute('aria-label', '3-D Secure authentication')
    dialog.style.cssText =
      'border:0;padding:0;margin:auto;pointer-events:auto;border-radius:12px;width:min(520px,calc(100vw - 24px));height:min(420px,calc(100vh - 24px));' +
      'max-width:none;max-height:none;overflow:hidden;background:#fff;box-shadow:0 20px 60px rgba(0,0,0,.45)'
    // Escape refuses the payment, like closing the bank's page. The frame must send the refusal to the bank.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      frame.contentWindow?.postMessage({ say: 'fail' }, origin)
    })
    frame.title = '3D Secure 2 Test Page'
    frame.name = 'challenge-frame'
    frame.src = `${origin}/v3/frames/challenge?${query.toString()}`
    frame.style.cssText = 'border:0;width:100%;height:100%;display:block;color-scheme:light'
    window.addEventListener('message', hear)
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
  })
}
