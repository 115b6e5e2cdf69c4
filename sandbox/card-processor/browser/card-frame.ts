/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type {
  Api,
  ApiResult,
  CardOptions,
  CardProblem,
  CardRules,
  CardState,
  FromFrame,
  ToFrame,
} from './wire.ts'

/**
 * The card form inside the frame. Card data leaves it only for the processor's own API. Sent to the browser
 * as text: it may use nothing outside itself.
 */
export function runCardFrame(
  rules: CardRules,
  api: Api,
  applyStyle: (style: CardOptions['style']) => void,
): void {
  type Field = 'number' | 'expiry' | 'cvc' | 'postal'
  const parent = new URLSearchParams(location.search).get('parent') ?? ''
  const root = document.querySelector<HTMLElement>('form') as HTMLElement
  const brandMark = document.querySelector<HTMLElement>('.brand') as HTMLElement
  const input = (name: string): HTMLInputElement =>
    document.querySelector(`[name="${name}"]`) as HTMLInputElement
  const fields: Record<Field, HTMLInputElement> = {
    number: input('cardnumber'),
    expiry: input('exp-date'),
    cvc: input('cvc'),
    postal: input('postal'),
  }
  const names: Record<string, string> = {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'Amex',
    discover: 'Discover',
    diners: 'Diners',
    jcb: 'JCB',
    unionpay: 'UnionPay',
  }
  /** Fields that show an "incomplete" error: they lost focus, or the form was submitted. */
  const left = new Set<Field>()
  let order: Field[] = ['number', 'expiry', 'cvc', 'postal']
  let told = ''

  function say(message: FromFrame): void {
    window.parent.postMessage(message, parent)
  }

  function digits(field: Field): string {
    return fields[field].value.replaceAll(/\D/g, '')
  }

  function brand(): string {
    return rules.brand(digits('number'))
  }

  function unfinished(code: string, message: string): CardProblem {
    return { code, message }
  }

  function problem(field: Field): CardProblem | undefined {
    if (field === 'number') {
      const number = digits('number')
      if (!rules.lengths(brand()).includes(number.length)) {
        return unfinished('incomplete_number', 'Your card number is incomplete.')
      }
      return rules.passesLuhn(number)
        ? undefined
        : { code: 'invalid_number', message: 'Your card number is invalid.' }
    }
    if (field === 'expiry') return rules.expiryProblem(fields.expiry.value, new Date())
    if (field === 'cvc') {
      const whole = digits('cvc').length === rules.cvcLength(brand())
      return whole ? undefined : unfinished('incomplete_cvc', "Your card's security code is incomplete.")
    }
    return digits('postal').length === 5
      ? undefined
      : unfinished('incomplete_zip', 'Your postal code is incomplete.')
  }

  function shownProblem(field: Field): CardProblem | undefined {
    const found = problem(field)
    if (!found || !found.code.startsWith('incomplete')) return found
    return left.has(field) ? found : undefined
  }

  function state(): CardState {
    const error = order.map(shownProblem).find((found) => found !== undefined)
    return {
      empty: order.every((field) => fields[field].value === ''),
      complete: order.every((field) => problem(field) === undefined),
      brand: brand(),
      error: error && { ...error, type: 'validation_error' },
      value: { postalCode: fields.postal.value },
    }
  }

  function refresh(): void {
    const now = state()
    root.classList.toggle('empty', now.empty)
    root.classList.toggle('complete', now.complete)
    for (const field of order) {
      const wrong = shownProblem(field) !== undefined
      fields[field].classList.toggle('invalid', wrong)
      fields[field].setAttribute('aria-invalid', String(wrong))
    }
    brandMark.dataset['brand'] = now.brand
    brandMark.textContent = names[now.brand] ?? ''
    brandMark.setAttribute('aria-label', names[now.brand] ?? 'Card brand not known yet')
    fields.cvc.placeholder = 'CVC'
    fields.cvc.maxLength = rules.cvcLength(now.brand)
    const text = JSON.stringify(now)
    if (text !== told) say({ say: 'change', state: now })
    told = text
  }

  /** Writes the formatted text and keeps the caret behind the same digit. */
  function write(field: Field, text: string): void {
    const box = fields[field]
    const digitsBefore = box.value
      .slice(0, box.selectionStart ?? box.value.length)
      .replaceAll(/\D/g, '').length
    const atEnd = box.selectionStart === box.value.length
    if (box.value === text) return
    box.value = text
    if (atEnd) return
    let caret = 0
    for (let seen = 0; caret < text.length && seen < digitsBefore; caret += 1)
      if (/\d/.test(text.charAt(caret))) seen += 1
    box.setSelectionRange(caret, caret)
  }

  function typed(field: Field, deleting: boolean): void {
    if (field === 'number') {
      const longest = Math.max(...rules.lengths(brand()))
      write('number', rules.format(digits('number').slice(0, longest)))
    }
    if (field === 'expiry') write('expiry', rules.formatExpiry(fields.expiry.value, deleting))
    if (field === 'cvc') write('cvc', digits('cvc').slice(0, rules.cvcLength(brand())))
    if (field === 'postal') write('postal', digits('postal').slice(0, 5))
    left.delete(field)
    const box = fields[field]
    if (!deleting && problem(field) === undefined && box.selectionStart === box.value.length) {
      fields[order[order.indexOf(field) + 1] ?? field].focus()
    }
    refresh()
  }

  async function create(key: string, wanted: Record<string, unknown>): Promise<ApiResult> {
    for (const field of order) left.add(field)
    refresh()
    const { error } = state()
    if (error) {
      const first = order.find((field) => problem(field) !== undefined)
      if (first) fields[first].focus()
      return { error: { ...error } }
    }
    const [month, year] = fields.expiry.value.split(' / ')
    const billing = (wanted['billing_details'] ?? {}) as Record<string, unknown>
    const address = {
      postal_code: fields.postal.value || undefined,
      ...(billing['address'] as object | undefined),
    }
    return api('POST', 'payment_methods', key, {
      ...wanted,
      billing_details: { ...billing, address },
      card: { number: digits('number'), exp_month: month, exp_year: year, cvc: fields.cvc.value },
    })
  }

  function takeOptions(options: CardOptions): void {
    order = options.hidePostalCode ? ['number', 'expiry', 'cvc'] : ['number', 'expiry', 'cvc', 'postal']
    fields.postal.parentElement?.toggleAttribute('hidden', options.hidePostalCode === true)
    brandMark.hidden = options.hideIcon === true
    for (const field of order) fields[field].disabled = options.disabled === true
    if (options.value?.postalCode !== undefined) fields.postal.value = options.value.postalCode
    applyStyle(options.style)
    refresh()
  }

  window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
    if (event.origin !== parent || event.source !== window.parent) return
    const message = event.data
    if (message.say === 'options') {
      const first = told === ''
      takeOptions(message.options)
      if (first) say({ say: 'ready' })
    } else if (message.say === 'create') {
      void create(message.key, message.fields).then((result) =>
        say({ say: 'created', ticket: message.ticket, result }),
      )
    } else if (message.say === 'clear') {
      for (const field of order) fields[field].value = ''
      left.clear()
      refresh()
    } else if (message.say === 'focus') {
      fields[order.find((field) => problem(field) !== undefined) ?? 'number'].focus()
    } else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })

  for (const [name, box] of Object.entries(fields) as [Field, HTMLInputElement][]) {
    box.addEventListener('input', (event) =>
      typed(name, event instanceof InputEvent && event.inputType.startsWith('delete')),
    )
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace' && box.value === '')
        fields[order[order.indexOf(name) - 1] ?? name].focus()
      if (event.key === 'Escape') say({ say: 'escape' })
    })
    box.addEventListener('blur', () => {
      if (box.value !== '') left.add(name)
      refresh()
    })
  }
  root.addEventListener('submit', (event) => event.preventDefault())
  root.addEventListener('focusin', (event) => {
    if (!(event.relatedTarget instanceof Node)) say({ say: 'focus' })
  })
  root.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node)) say({ say: 'blur' })
  })
  new ResizeObserver(() =>
    say({ say: 'height', height: Math.ceil(root.getBoundingClientRect().height) }),
  ).observe(root)
  say({ say: 'hello' })
}
