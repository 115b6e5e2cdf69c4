/** Messages between the parts in the browser; types only. */
export interface CardRules {
  brand(digits: string): string
  format(digits: string): string
  /** Valid lengths of a number of this brand. */
  lengths(brand: string): number[]
  cvcLength(brand: string): number
  passesLuhn(digits: string): boolean
  formatExpiry(typed: string, deleting: boolean): string
  expiryProblem(expiry: string, today: Date): CardProblem | undefined
}

export interface CardProblem {
  code: string
  message: string
}

export interface CardState {
  empty: boolean
  complete: boolean
  brand: string
  error: (CardProblem & { type: 'validation_error' }) | undefined
  value: { postalCode: string }
}

export type StyleVariant = Record<string, string | Record<string, string>>

export interface CardOptions {
  style?: Record<string, StyleVariant>
  classes?: Record<string, string>
  hidePostalCode?: boolean
  hideIcon?: boolean
  disabled?: boolean
  value?: { postalCode?: string }
}

export type ToFrame =
  | { say: 'options'; options: CardOptions }
  | { say: 'focus' | 'blur' | 'clear' }
  | { say: 'create'; ticket: number; key: string; fields: Record<string, unknown> }

export type FromFrame =
  | { say: 'hello' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { say: 'height'; height: number }
  | { say: 'change'; state: CardState }
  | { say: 'created'; ticket: number; result: ApiResult }

export type ApiResult = { object: Record<string, unknown> } | { error: Record<string, unknown> }

export interface Api {
  (method: 'GET' | 'POST', path: string, key: string, fields: Record<string, unknown>): Promise<ApiResult>
}

export interface CardElement {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: CardOptions): void
  on(event: string, listener: (payload: unknown) => void): CardElement
  once(event: string, listener: (payload: unknown) => void): CardElement
  off(event: string, listener?: (payload: unknown) => void): CardElement
  focus(): void
  blur(): void
  clear(): void
  /** Not part of Stripe.js: asks the frame to make a payment method from the typed card. */
  createPaymentMethod(key: string, fields: Record<string, unknown>): Promise<ApiResult>
}

/** The wallets as Stripe spells them: `apple_pay`, `google_pay`. */
export type FromWalletFrame =
  | { say: 'available'; wallets: string[]; height: number }
  | { say: 'loaderror' }
  | { say: 'pressed'; wallet: string }

export interface WalletOptions {
  applePay?: {
    deferredPaymentRequest?: {
      paymentDescription?: string
      managementURL?: string
      deferredBilling?: { label?: string; amount?: number; deferredPaymentDate?: Date }
    }
  }
  business?: { name: string }
  buttonHeight?: number
  buttonTheme?: Record<string, string>
  paymentMethods?: Record<string, string>
}

/** An Elements object: its options, and the wallet payment that waits for its payment method. */
export interface ElementsGroup {
  options: Record<string, unknown>
  submitted: boolean
  authorized: { wallet: string; number: string } | undefined
  /** Closes the sheet. */
  settled: () => void
}

export interface WalletElement {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: WalletOptions): void
  on(event: string, listener: (payload: unknown) => void): WalletElement
  once(event: string, listener: (payload: unknown) => void): WalletElement
  off(event: string, listener?: (payload: unknown) => void): WalletElement
  focus(): void
  blur(): void
}

export type SheetRequest = Record<'wallet' | 'amount' | 'currency' | 'merchant' | 'terms', string>

export interface WalletSheet {
  close(): void
}

export type OpenWalletSheet = (
  origin: string,
  request: SheetRequest,
  heard: { authorized: (number: string) => void; cancelled: () => void },
) => WalletSheet

/** Functions that make up a browser script. Each is sent as text and may use only its arguments. */
export interface StripeParts {
  callApi(origin: string): Api
  createCardElement(origin: string, options: CardOptions, forget: () => void): CardElement
  runChallenge(origin: string, clientSecret: string): Promise<void>
  createWalletElement(
    origin: string,
    parts: { group: ElementsGroup; options: WalletOptions; forget: () => void },
    openSheet: OpenWalletSheet,
  ): WalletElement
  openWalletSheet: OpenWalletSheet
}
