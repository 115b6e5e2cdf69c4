import { newId, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { missingResource } from './processor-error.ts'
import type { CustomerRecord } from './records.ts'

export const CUSTOMER_PARAMETERS = [
  'name',
  'email',
  'phone',
  'description',
  'address',
  'metadata',
  'preferred_locales',
  'invoice_settings',
  'payment_method',
] as const

export function requireCustomer(call: Call, id: string, param = 'customer'): CustomerRecord {
  const customer = call.records.get('customer', id)
  if (!customer || customer.deleted) throw missingResource('customer', id, param)
  return customer
}

export function createCustomer(call: Call): CustomerRecord {
  requireSecretKey(call)
  const customer: CustomerRecord = {
    id: newId('cus').slice(0, 18),
    object: 'customer',
    created: call.now,
    name: null,
    email: null,
    phone: null,
    description: null,
    address: null,
    shipping: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
  }
  const filled = changed(call, customer)
  call.records.put('customer', filled.id, filled)
  emitEvent(call, 'customer.created', filled)
  return filled
}

export function retrieveCustomer(call: Call): object {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const customer = call.records.get('customer', id)
  if (!customer) throw missingResource('customer', id, 'id')
  return customer.deleted ? { id, object: 'customer', deleted: true } : customer
}

export function updateCustomer(call: Call): CustomerRecord {
  requireSecretKey(call)
  const customer = changed(call, requireCustomer(call, call.ids[0] ?? '', 'id'))
  call.records.put('customer', customer.id, customer)
  emitEvent(call, 'customer.updated', customer)
  return customer
}

/** Deleting a customer also removes their saved cards, as in Stripe. */
export function deleteCustomer(call: Call): object {
  requireSecretKey(call)
  const customer = requireCustomer(call, call.ids[0] ?? '', 'id')
  const deleted: CustomerRecord = {
    ...customer,
    deleted: true,
    name: null,
    email: null,
    phone: null,
    address: null,
  }
  call.records.put('customer', customer.id, deleted)
  for (const method of call.records.listBy('payment_method', 'customer', customer.id)) {
    call.records.put('payment_method', method.id, {
      ...method,
      customer: null,
      sandbox: { ...method.sandbox, spent: true },
    })
  }
  emitEvent(call, 'customer.deleted', deleted)
  return { id: customer.id, object: 'customer', deleted: true }
}

export function listCustomers(call: Call): object {
  requireSecretKey(call)
  const email = call.parameters.text('email')
  return listPage(call, {
    kind: 'customer',
    url: '/v1/customers',
    from: email === undefined ? ['all', 'all'] : ['email', email],
    keep: (customer) => !customer.deleted,
  })
}

function changed(call: Call, before: CustomerRecord): CustomerRecord {
  const { parameters } = call
  const after = { ...before, metadata: parameters.metadata(before.metadata) }
  for (const field of ['name', 'email', 'phone', 'description'] as const) {
    const value = parameters.change(field)
    if (value !== undefined) after[field] = value
  }
  if (parameters.has('address')) after.address = parameters.nested('address')?.form ?? null
  after.preferred_locales = parameters.texts('preferred_locales') ?? after.preferred_locales
  const defaultMethod = parameters.nested('invoice_settings')?.change('default_payment_method')
  if (defaultMethod !== undefined) {
    after.invoice_settings = { ...after.invoice_settings, default_payment_method: defaultMethod }
  }
  return after
}
