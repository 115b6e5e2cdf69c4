import type { Call } from './call.ts'
import { listCharges, retrieveCharge } from './charges.ts'
import {
  createCustomer,
  CUSTOMER_PARAMETERS,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './customers.ts'
import { closeDispute, DISPUTE_PARAMETERS, listDisputes, retrieveDispute, updateDispute } from './disputes.ts'
import { EVENT_LIST_PARAMETERS, listEvents, retrieveEvent } from './event-endpoints.ts'
import { incrementAuthorization, INCREMENT_PARAMETERS } from './increment-authorization.ts'
import { LIST_PARAMETERS } from './listing.ts'
import {
  confirmPaymentIntent,
  CONFIRM_PARAMETERS,
  createPaymentIntent,
  CREATE_PARAMETERS,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
  UPDATE_PARAMETERS,
} from './payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
  PAYMENT_METHOD_PARAMETERS,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts'
import { createRefund, listRefunds, REFUND_PARAMETERS, retrieveRefund } from './refunds.ts'
import {
  cancelPaymentIntent,
  CANCEL_PARAMETERS,
  capturePaymentIntent,
  CAPTURE_PARAMETERS,
} from './settle-payment.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
  SETUP_CONFIRM_PARAMETERS,
  SETUP_CREATE_PARAMETERS,
} from './setup-intents.ts'

export interface Endpoint {
  method: string
  /** Path segments below /v1; `:id` stands for one id. */
  path: string[]
  parameters: readonly string[]
  run: (call: Call) => object
}

function on(
  method: string,
  path: string,
  run: Endpoint['run'],
  parameters: readonly string[] = [],
): Endpoint {
  return { method, path: path.split('/'), parameters, run }
}

/** The imitated part of Stripe's API. A parameter that is missing here is refused as unknown. */
export const ENDPOINTS: readonly Endpoint[] = [
  on('POST', 'customers', createCustomer, CUSTOMER_PARAMETERS),
  on('GET', 'customers', listCustomers, [...LIST_PARAMETERS, 'email']),
  on('GET', 'customers/:id', retrieveCustomer),
  on('POST', 'customers/:id', updateCustomer, CUSTOMER_PARAMETERS),
  on('DELETE', 'customers/:id', deleteCustomer),
  on('GET', 'customers/:id/payment_methods', listPaymentMethods, [...LIST_PARAMETERS, 'type']),

  on('POST', 'payment_methods', createPaymentMethod, PAYMENT_METHOD_PARAMETERS),
  on('GET', 'payment_methods', listPaymentMethods, [...LIST_PARAMETERS, 'customer', 'type']),
  on('GET', 'payment_methods/:id', retrievePaymentMethod),
  on('POST', 'payment_methods/:id', updatePaymentMethod, ['billing_details', 'metadata']),
  on('POST', 'payment_methods/:id/attach', attachPaymentMethod, ['customer']),
  on('POST', 'payment_methods/:id/detach', detachPaymentMethod),

  on('POST', 'payment_intents', createPaymentIntent, CREATE_PARAMETERS),
  on('GET', 'payment_intents', listPaymentIntents, [...LIST_PARAMETERS, 'customer']),
  on('GET', 'payment_intents/:id', retrievePaymentIntent, ['client_secret']),
  on('POST', 'payment_intents/:id', updatePaymentIntent, UPDATE_PARAMETERS),
  on('POST', 'payment_intents/:id/confirm', confirmPaymentIntent, CONFIRM_PARAMETERS),
  on('POST', 'payment_intents/:id/capture', capturePaymentIntent, CAPTURE_PARAMETERS),
  on('POST', 'payment_intents/:id/increment_authorization', incrementAuthorization, INCREMENT_PARAMETERS),
  on('POST', 'payment_intents/:id/cancel', cancelPaymentIntent, CANCEL_PARAMETERS),

  on('POST', 'setup_intents', createSetupIntent, SETUP_CREATE_PARAMETERS),
  on('GET', 'setup_intents', listSetupIntents, [...LIST_PARAMETERS, 'customer']),
  on('GET', 'setup_intents/:id', retrieveSetupIntent, ['client_secret']),
  on('POST', 'setup_intents/:id/confirm', confirmSetupIntent, SETUP_CONFIRM_PARAMETERS),
  on('POST', 'setup_intents/:id/cancel', cancelSetupIntent, ['cancellation_reason']),

  on('POST', 'refunds', createRefund, REFUND_PARAMETERS),
  on('GET', 'refunds', listRefunds, [...LIST_PARAMETERS, 'payment_intent', 'charge']),
  on('GET', 'refunds/:id', retrieveRefund),

  on('GET', 'disputes', listDisputes, [...LIST_PARAMETERS, 'payment_intent', 'charge']),
  on('GET', 'disputes/:id', retrieveDispute),
  on('POST', 'disputes/:id', updateDispute, DISPUTE_PARAMETERS),
  on('POST', 'disputes/:id/close', closeDispute),

  on('GET', 'charges', listCharges, [...LIST_PARAMETERS, 'payment_intent', 'customer']),
  on('GET', 'charges/:id', retrieveCharge),

  on('GET', 'events', listEvents, EVENT_LIST_PARAMETERS),
  on('GET', 'events/:id', retrieveEvent),
]

export function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; ids: string[] } | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method || endpoint.path.length !== segments.length) continue
    if (!endpoint.path.every((step, at) => step === ':id' || step === segments[at])) continue
    return { endpoint, ids: segments.filter((_, at) => endpoint.path[at] === ':id').map(decodeURIComponent) }
  }
  return undefined
}
