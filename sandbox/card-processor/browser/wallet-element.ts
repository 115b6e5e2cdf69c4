/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type {
  ElementsGroup,
  FromWalletFrame,
  OpenWalletSheet,
  WalletElement,
  WalletOptions,
  WalletSheet,
} from './wire.ts'

/**
 * The Express Checkout Element on the shop's page: a frame with the wallet buttons, and the sheet that a
 * press opens. Sent to the browser as text: it may use nothing outside itself.
 */
export function createWalletElement(
  origin: string,
  { group, options, forget }: { group: ElementsGroup; options: WalletOptions; forget: () => void },
  openSheet: OpenWalletSheet,
): WalletElement {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let given = options
  let frame: HTMLIFrameElement | undefined
  let sheet: WalletSheet | undefined

  /** One sentence about the deferred payment in the request for Apple's merchant token. */
  function termsOf(asked: WalletOptions): string {
    const deferred = asked.applePay?.deferredPaymentRequest
    if (!deferred) return ''
    const { paymentDescription, managementURL, deferredBilling: billing } = deferred
    const isWhole = paymentDescription && managementURL && billing?.label && Number.isInteger(billing.amount)
    if (!isWhole || !(billing.deferredPaymentDate instanceof Date))
      throw new Error(
        'Invalid value for applePay.deferredPaymentRequest: it needs paymentDescription, managementURL and deferredBilling.',
      )
    const day = billing.deferredPaymentDate.toLocaleDateString('en-US', { dateStyle: 'medium' })
    return `${paymentDescription}. Charged on ${day}.`
  }

  function emit(event: string, payload: object): void {
    for (const listener of listeners.get(event) ?? [])
      listener({ elementType: 'expressCheckout', ...payload })
  }

  function closeSheet(): void {
    sheet?.close()
    sheet = undefined
  }

  function open(wallet: string, changes: WalletOptions): void {
    const terms = termsOf({ ...given, ...changes })
    group.settled = closeSheet
    sheet = openSheet(
      origin,
      {
        wallet,
        amount: String(group.options['amount']),
        currency: String(group.options['currency']),
        merchant: given.business?.name ?? 'Sandbox merchant',
        terms: wallet === 'apple_pay' ? terms : '',
      },
      {
        authorized(number) {
          group.authorized = { wallet, number }
          emit('confirm', {
            expressPaymentType: wallet,
            billingDetails: undefined,
            paymentFailed: () => {
              group.authorized = undefined
              closeSheet()
            },
          })
        },
        cancelled() {
          sheet = undefined
          emit('cancel', {})
        },
      },
    )
  }

  /** A handler answers within a second, as Stripe asks, or the press has no effect. */
  function press(wallet: string): void {
    let answered = false
    const once = (answer: () => void) => (): void => {
      if (!answered) answer()
      answered = true
    }
    setTimeout(
      once(() => console.error('The click event was not resolved within 1 second.')),
      1000,
    )
    emit('click', {
      expressPaymentType: wallet,
      resolve: (changes: WalletOptions = {}) => once(() => open(wallet, changes))(),
      reject: once(() => undefined),
    })
  }

  function hear(event: MessageEvent<FromWalletFrame>): void {
    if (event.origin !== origin || !frame || event.source !== frame.contentWindow) return
    const message = event.data
    switch (message.say) {
      case 'available': {
        frame.style.height = `${message.height}px`
        const names = ['applePay', 'googlePay', 'amazonPay', 'link', 'paypal', 'klarna']
        const has = (name: string): boolean => message.wallets.includes(name.replace('Pay', '_pay'))
        emit('ready', {
          availablePaymentMethods:
            message.wallets.length === 0
              ? undefined
              : Object.fromEntries(names.map((name) => [name, has(name)])),
        })
        break
      }
      case 'loaderror':
        emit('loaderror', { error: { type: 'api_error', message: 'The wallets could not be loaded.' } })
        break
      case 'pressed':
        if (!sheet) press(message.wallet)
    }
  }

  termsOf(given)
  const element: WalletElement = {
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (!place) throw new Error('The selector you specified applies to no DOM elements.')
      element.unmount()
      frame = document.createElement('iframe')
      frame.title = 'Secure express checkout frame'
      frame.allow = 'payment *'
      const never = Object.entries(given.paymentMethods ?? {})
        .filter(([, shown]) => shown === 'never')
        .map(([name]) => name.replace('Pay', '_pay'))
      const query = new URLSearchParams({
        parent: location.origin,
        never: never.join(','),
        height: String(given.buttonHeight ?? 44),
        theme: given.buttonTheme?.['applePay'] ?? 'black',
      })
      frame.src = `${origin}/v3/frames/wallets?${query.toString()}`
      frame.style.cssText =
        'border:0;margin:0;padding:0;display:block;width:100%;height:0;background:transparent;color-scheme:light'
      window.addEventListener('message', hear)
      place.replaceChildren(frame)
    },
    unmount() {
      window.removeEventListener('message', hear)
      frame?.remove()
      frame = undefined
      closeSheet()
    },
    destroy() {
      element.unmount()
      listeners.clear()
      forget()
    },
    update(changes) {
      given = { ...given, ...changes }
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return element
    },
    once(event, listener) {
      const first = (payload: unknown): void => {
        element.off(event, first)
        listener(payload)
      }
      return element.on(event, first)
    },
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener)
      else listeners.delete(event)
      return element
    },
    focus: () => frame?.contentWindow?.postMessage({ say: 'focus' }, origin),
    blur: () => undefined,
  }
  return element
}
