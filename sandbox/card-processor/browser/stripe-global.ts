/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type {
  ApiResult,
  CardElement,
  CardOptions,
  ElementsGroup,
  StripeParts,
  WalletElement,
  WalletOptions,
} from './wire.ts'

/**
 * Defines `window.Stripe` as @stripe/stripe-js and @stripe/react-stripe-js expect it: cards and
 * wallets. Sent to the
 * browser as text: it may use nothing outside itself.
 */
export function defineStripe(origin: string, version: string, parts: StripeParts): void {
  type Fields = Record<string, unknown>
  type Kind = 'paymentIntent' | 'setupIntent'
  const api = parts.callApi(origin)

  function notImitated(what: string): never {
    throw new Error(`The sandbox does not imitate ${what}; it knows cards and wallets only.`)
  }

  /** The groups by the objects that the page holds. */
  const groups = new WeakMap<object, ElementsGroup>()

  function requireDeferred({ mode, amount, currency, paymentMethodCreation }: Fields): void {
    if (mode !== 'payment') notImitated('an Express Checkout Element without the mode payment')
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0)
      throw new Error('Invalid value for elements(): amount should be a positive integer.')
    if (typeof currency !== 'string') throw new Error('Missing value for elements(): currency.')
    if (paymentMethodCreation !== 'manual')
      throw new Error("createPaymentMethod with elements needs paymentMethodCreation: 'manual'.")
  }

  function elementsOf(options: Fields = {}): object {
    const created = new Map<string, CardElement | WalletElement>()
    const group: ElementsGroup = {
      options,
      submitted: false,
      authorized: undefined,
      settled: () => undefined,
    }
    const elements = {
      create(type: string, wanted: CardOptions & WalletOptions = {}) {
        if (type !== 'card' && type !== 'expressCheckout') notImitated(`the Element '${type}'`)
        if (created.has(type)) {
          throw new Error(`Can only create one Element of type ${type} through an instance of Elements.`)
        }
        const forget = (): void => void created.delete(type)
        if (type === 'expressCheckout') requireDeferred(options)
        const element =
          type === 'card'
            ? parts.createCardElement(origin, wanted, forget)
            : parts.createWalletElement(origin, { group, options: wanted, forget }, parts.openWalletSheet)
        created.set(type, element)
        return element
      },
      // React passes the component itself, which carries the type's name.
      getElement: (asked: string | Fields) =>
        created.get(typeof asked === 'string' ? asked : String(asked['__elementType'])) ?? null,
      update: (changes: Fields) => void Object.assign(group.options, changes),
      fetchUpdates: () => Promise.resolve({}),
      submit: () => {
        group.submitted = true
        return Promise.resolve({})
      },
    }
    groups.set(elements, group)
    return elements
  }

  /** The payment method of the wallet whose sheet was authorized; it closes the sheet. */
  async function payWithWallet(key: string, elements: object, params: Fields = {}): Promise<ApiResult> {
    const group = groups.get(elements)
    if (!group?.submitted)
      throw new Error('elements.submit() must be called before stripe.createPaymentMethod().')
    const { authorized } = group
    if (!authorized) throw new Error('No wallet payment was authorized.')
    const made = await api('POST', 'payment_methods', key, {
      ...params,
      type: 'card',
      card: {
        number: authorized.number,
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 3,
        wallet: { type: authorized.wallet },
      },
    })
    group.submitted = false
    group.authorized = undefined
    group.settled()
    return made
  }

  function isElement(value: unknown): value is CardElement {
    return typeof value === 'object' && value !== null && 'createPaymentMethod' in value
  }

  function makeMethod(key: string, data: Fields): Promise<ApiResult> {
    const { card, elements, ...fields } = data
    if (typeof elements === 'object' && elements !== null)
      return payWithWallet(key, elements, fields['params'] as Fields | undefined)
    if (isElement(card)) return card.createPaymentMethod(key, { type: 'card', ...fields })
    return api('POST', 'payment_methods', key, { type: 'card', card, ...fields })
  }

  function idOf(clientSecret: string): { kind: Kind; path: string } {
    const id = clientSecret.split('_secret_', 1)[0] ?? ''
    if (/^pi_\w+$/.test(id)) return { kind: 'paymentIntent', path: `payment_intents/${id}` }
    if (/^seti_\w+$/.test(id)) return { kind: 'setupIntent', path: `setup_intents/${id}` }
    throw new Error(`Invalid value for the client secret: it should be of the form \${id}_secret_\${secret}.`)
  }

  function told(kind: Kind, result: ApiResult): Fields {
    return 'error' in result ? { error: result.error } : { [kind]: result.object }
  }

  /** Stripe.js has a sentence of its own for a failed authentication; a decline after it keeps the bank's. */
  function settled(kind: Kind, result: ApiResult): Fields {
    if ('error' in result) return { error: result.error }
    const intent = result.object
    const last = (intent['last_payment_error'] ?? intent['last_setup_error']) as Fields | null | undefined
    if (intent['status'] !== 'requires_payment_method' || !last) return { [kind]: intent }
    const failedAuthentication = String(last['code']).endsWith('_intent_authentication_failure')
    const message = failedAuthentication
      ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
      : last['message']
    return {
      error: { ...last, message, [kind === 'paymentIntent' ? 'payment_intent' : 'setup_intent']: intent },
    }
  }

  async function finish(
    key: string,
    clientSecret: string,
    result: ApiResult,
    handle: boolean,
  ): Promise<Fields> {
    const { kind, path } = idOf(clientSecret)
    if ('error' in result || result.object['status'] !== 'requires_action' || !handle)
      return told(kind, result)
    await parts.runChallenge(origin, clientSecret)
    return settled(kind, await api('GET', path, key, { client_secret: clientSecret }))
  }

  async function confirm(key: string, clientSecret: string, data: Fields, handle: boolean): Promise<Fields> {
    const { path } = idOf(clientSecret)
    const fields: Fields = { ...data, client_secret: clientSecret, use_stripe_sdk: true }
    const method = data['payment_method']
    if (typeof method === 'object' && method !== null) {
      const made = await makeMethod(key, method as Fields)
      if ('error' in made) return { error: made.error }
      fields['payment_method'] = made.object['id']
    }
    return finish(key, clientSecret, await api('POST', `${path}/confirm`, key, fields), handle)
  }

  async function handleNext(key: string, clientSecret: string): Promise<Fields> {
    const { kind, path } = idOf(clientSecret)
    const intent = await api('GET', path, key, { client_secret: clientSecret })
    if ('object' in intent && intent.object['status'] !== 'requires_action') return told(kind, intent)
    return finish(key, clientSecret, intent, true)
  }

  function Stripe(key: string): object {
    if (typeof key !== 'string' || !key.startsWith('pk_test_')) {
      throw new Error(
        'Please call Stripe() with your publishable key. You used something else; the sandbox wants pk_test_….',
      )
    }
    const retrieve = async (clientSecret: string): Promise<Fields> => {
      const { kind, path } = idOf(clientSecret)
      return told(kind, await api('GET', path, key, { client_secret: clientSecret }))
    }
    return {
      elements: elementsOf,
      async createPaymentMethod(first: Fields | string, element?: unknown, more?: Fields) {
        const data = typeof first === 'string' ? { type: first, card: element, ...more } : first
        const made = await makeMethod(key, data)
        return 'error' in made ? { error: made.error } : { paymentMethod: made.object }
      },
      confirmCardPayment: (secret: string, data: Fields = {}, options: { handleActions?: boolean } = {}) =>
        confirm(key, secret, data, options.handleActions !== false),
      confirmCardSetup: (secret: string, data: Fields = {}, options: { handleActions?: boolean } = {}) =>
        confirm(key, secret, data, options.handleActions !== false),
      handleNextAction: (options: { clientSecret: string }) => handleNext(key, options.clientSecret),
      handleCardAction: (secret: string) => handleNext(key, secret),
      retrievePaymentIntent: retrieve,
      retrieveSetupIntent: retrieve,
      createToken: () =>
        Promise.reject(new Error('The sandbox does not imitate tokens; use createPaymentMethod.')),
      paymentRequest: () => notImitated('payment requests'),
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
    }
  }

  Object.assign(window, { Stripe: Object.assign(Stripe, { version }) })
}
