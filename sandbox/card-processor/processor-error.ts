export type ProcessorErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'

export interface ProcessorErrorFields {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

/**
 * An answer in Stripe's error shape: `{ error: { type, code, decline_code, message, param, doc_url, … } }`.
 */
export class ProcessorError extends Error {
  readonly status: number
  readonly type: ProcessorErrorType
  readonly fields: ProcessorErrorFields

  constructor(status: number, type: ProcessorErrorType, message: string, fields: ProcessorErrorFields = {}) {
    super(message)
    this.status = status
    this.type = type
    this.fields = fields
  }

  body(): { error: Record<string, unknown> } {
    const { code } = this.fields
    const docUrl = code && `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}`
    return {
      error: { ...this.fields, ...(docUrl && { doc_url: docUrl }), message: this.message, type: this.type },
    }
  }

  /** The same error as stored in an intent (`last_payment_error`, `last_setup_error`). */
  asLastError(paymentMethod: object | null): Record<string, unknown> {
    const { payment_intent: _intent, setup_intent: _setup, ...rest } = this.body().error
    return { ...rest, ...(paymentMethod && { payment_method: paymentMethod }) }
  }
}

export function invalidRequest(message: string, fields: ProcessorErrorFields = {}): ProcessorError {
  return new ProcessorError(400, 'invalid_request_error', message, fields)
}

export function missingResource(kind: string, id: string, param: string): ProcessorError {
  return new ProcessorError(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}

/** Refused before any work: such answers are not stored under an idempotency key. */
export function isParameterError(error: ProcessorError): boolean {
  return error.fields.code?.startsWith('parameter_') ?? false
}
