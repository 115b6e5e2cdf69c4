const PUBLIC_FIELDS = new Set([
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
])

/**
 * The fields of an intent that Stripe shows to a browser: without the customer, the metadata and the charge.
 */
export function publicIntent(answer: Record<string, unknown>): Record<string, unknown> {
  const { object } = answer
  if (object !== 'payment_intent' && object !== 'setup_intent') return answer
  return Object.fromEntries(Object.entries(answer).filter(([field]) => PUBLIC_FIELDS.has(field)))
}
