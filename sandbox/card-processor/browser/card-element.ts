/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type { ApiResult, CardElement, CardOptions, CardState, FromFrame, ToFrame } from './wire.ts'

/**
 * The card Element on the shop's page: a frame of the processor's origin and the messages to and from it.
 * Sent to the browser as text: it may use nothing outside itself.
 */
export function createCardElement(origin: string, options: CardOptions, forget: () => void): CardElement {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const tickets = new Map<number, (result: ApiResult) => void>()
  const label = (): void => element.focus()
  let given = options
  let frame: HTMLIFrameElement | undefined
  let place: HTMLElement | undefined
  let labels: HTMLLabelElement[] = []
  let ready = false
  let waiting: ToFrame[] = []
  let state: CardState = {
    empty: true,
    complete: false,
    brand: 'unknown',
    error: undefined,
    value: { postalCode: '' },
  }
  let focused = false
  let nextTicket = 1

  function emit(event: string, payload: object): void {
    for (const listener of listeners.get(event) ?? []) listener({ elementType: 'card', ...payload })
  }

  function tell(message: ToFrame): void {
    if (ready && frame?.contentWindow) frame.contentWindow.postMessage(message, origin)
    else waiting.push(message)
  }

  function showClasses(): void {
    const name = (which: string, fallback: string): string[] =>
      (given.classes?.[which] ?? fallback).split(' ').filter(Boolean)
    const show = (names: string[], on: boolean): void => {
      for (const one of names) place?.classList.toggle(one, on)
    }
    show(name('base', 'StripeElement'), place !== undefined)
    show(name('focus', 'StripeElement--focus'), focused)
    show(name('empty', 'StripeElement--empty'), state.empty)
    show(name('complete', 'StripeElement--complete'), state.complete)
    show(name('invalid', 'StripeElement--invalid'), state.error !== undefined)
  }

  function hear(event: MessageEvent<FromFrame>): void {
    if (event.origin !== origin || !frame || event.source !== frame.contentWindow) return
    const message = event.data
    switch (message.say) {
      case 'hello': {
        ready = true
        tell({ say: 'options', options: { ...given, classes: {} } })
        const held = waiting
        waiting = []
        for (const one of held) tell(one)
        break
      }
      case 'height':
        frame.style.height = `${message.height}px`
        break
      case 'change':
        state = message.state
        showClasses()
        emit('change', state)
        break
      case 'created':
        tickets.get(message.ticket)?.(message.result)
        tickets.delete(message.ticket)
        break
      case 'focus':
      case 'blur':
        focused = message.say === 'focus'
        showClasses()
        emit(message.say, {})
        break
      case 'ready':
      case 'escape':
        emit(message.say, {})
    }
  }

  const element: CardElement = {
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (!found)
        throw new Error(
          `The selector you specified (${typeof target === 'string' ? target : 'an element'}) applies to no DOM elements.`,
        )
      if (place === found) return
      element.unmount()
      place = found
      frame = document.createElement('iframe')
      frame.title = 'Secure card payment input frame'
      frame.name = 'card-frame'
      frame.allow = 'payment *'
      frame.src = `${origin}/v3/frames/card?parent=${encodeURIComponent(location.origin)}`
      // Without a colour scheme of its own, a dark page would give the transparent frame a white background.
      frame.style.cssText =
        'border:0;margin:0;padding:0;display:block;width:100%;height:24px;background:transparent;color-scheme:light'
      window.addEventListener('message', hear)
      place.replaceChildren(frame)
      labels =
        place.id === ''
          ? []
          : [...document.querySelectorAll<HTMLLabelElement>(`label[for="${CSS.escape(place.id)}"]`)]
      for (const one of labels) one.addEventListener('click', label)
      showClasses()
    },
    unmount() {
      window.removeEventListener('message', hear)
      for (const one of labels) one.removeEventListener('click', label)
      frame?.remove()
      for (const settle of tickets.values()) {
        settle({ error: { type: 'validation_error', message: 'The card field was removed from the page.' } })
      }
      tickets.clear()
      state = { empty: true, complete: false, brand: 'unknown', error: undefined, value: { postalCode: '' } }
      focused = false
      ready = false
      waiting = []
      frame = undefined
      place = undefined
    },
    destroy() {
      element.unmount()
      listeners.clear()
      forget()
    },
    update(changes) {
      given = { ...given, ...changes }
      tell({ say: 'options', options: { ...given, classes: {} } })
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
    focus: () => tell({ say: 'focus' }),
    blur: () => tell({ say: 'blur' }),
    clear: () => tell({ say: 'clear' }),
    createPaymentMethod(key, fields) {
      if (!frame) {
        return Promise.reject(
          new Error(
            'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to ' +
              'use is still mounted.',
          ),
        )
      }
      const ticket = nextTicket
      nextTicket += 1
      return new Promise((resolve) => {
        tickets.set(ticket, resolve)
        tell({ say: 'create', ticket, key, fields })
      })
    },
  }
  return element
}
