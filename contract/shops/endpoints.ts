import * as z from 'zod/mini'
import { byShop, type EndpointDefinitions } from '../endpoint-definition.ts'
import { user } from '../identity/identity.ts'
import { geocodeAnswer, geocodeQuery } from './geocoding.ts'
import {
  bayChange,
  managedShop,
  newBay,
  newClosure,
  payoutChange,
  shopChange,
  shopSettings,
  shopStatusChange,
} from './shop-settings.ts'
import { shopChangeDecision, shopChangeEntry, shopChangesQuery } from './shop-changes.ts'
import { bookableShop, newShop, shopRegistration } from './shops.ts'
import { matching } from '../text.ts'

export const shopsEndpoints = {
  'shops.list': {
    summary: 'The shops that take appointments',
    reply: z.array(bookableShop),
    refusals: [],
  },
  'shops.register': {
    summary: 'Register a shop; it is pending until an administrator approves it. Signs it in',
    body: shopRegistration,
    reply: z.object({ email: z.string() }),
    status: 201,
    refusals: [
      'email_taken',
      'auth/password-does-not-meet-requirements',
      'address_not_found',
      'too_many_requests',
    ],
  },
  'shops.add': {
    summary: 'Add a shop of an owner; it is pending until an administrator approves it',
    body: newShop,
    reply: z.object({ user }),
    status: 201,
    refusals: ['email_not_proven', 'address_not_found', 'too_many_requests'],
  },
  'shops.geocode': {
    summary: 'Geocode an address, in the format of the maps provider',
    query: geocodeQuery,
    reply: geocodeAnswer,
    ownOrigin: true,
    refusals: ['too_many_requests', 'maps_unavailable'],
  },
  'shops.listManaged': {
    summary: 'Every shop for administrators, its own for a shop; pending ones first',
    reply: z.array(managedShop),
    refusals: [],
  },
  'shops.find': {
    summary: 'Hours, closures, bays and payout of a shop',
    params: byShop,
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.change': {
    summary:
      'Change name, address, zone, hours or facts of a shop. Appointments stay as they are; a new name or address of an approved shop waits for an administrator',
    params: byShop,
    body: shopChange,
    reply: shopSettings,
    refusals: [
      'not_found',
      'address_not_found',
      'time_zone_unknown',
      'time_zone_in_use',
      'text_number_taken',
      'not_allowed',
      'too_many_requests',
    ],
  },
  'shops.addClosure': {
    summary: 'Add a closure of a day or a range of days. Appointments stay as they are',
    params: byShop,
    body: newClosure,
    reply: shopSettings,
    status: 201,
    refusals: ['not_found', 'closure_not_possible'],
  },
  'shops.removeClosure': {
    summary: 'Remove a closure',
    params: z.extend(byShop, { closureId: matching(/^\d{1,9}$/, 9) }),
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.addBay': {
    summary: 'Add a bay to a shop',
    params: byShop,
    body: newBay,
    reply: shopSettings,
    status: 201,
    refusals: ['not_found', 'bay_name_taken', 'too_many_bays'],
  },
  'shops.changeBay': {
    summary: 'Rename a bay, take it out of use or into use again. Appointments stay as they are',
    params: z.extend(byShop, { bayId: matching(/^\d{1,9}$/, 9) }),
    body: bayChange,
    reply: shopSettings,
    refusals: ['not_found', 'bay_name_taken', 'last_bay', 'too_many_bays'],
  },
  'shops.changePayout': {
    summary: 'Set the payout method of a shop; details of the previous method are deleted',
    params: byShop,
    body: payoutChange,
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.changeStatus': {
    summary:
      'Approve or suspend a shop, or reject one that was never approved; a mail tells its owners the reason',
    params: byShop,
    body: shopStatusChange,
    reply: managedShop,
    refusals: ['not_found', 'shop_was_approved', 'shop_changed'],
  },
  'shops.decideChange': {
    summary: 'Approve or reject the new name or place of a shop; customers with coming appointments are told',
    params: byShop,
    body: shopChangeDecision,
    reply: shopSettings,
    refusals: ['not_found', 'change_not_pending', 'time_zone_in_use'],
  },
  'shops.withdrawChange': {
    summary: 'Withdraw the new name or place of a shop that waits for approval',
    params: byShop,
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.listChanges': {
    summary: 'The audit trail of a shop: every changed setting, newest first',
    params: byShop,
    query: shopChangesQuery,
    reply: z.array(shopChangeEntry),
    refusals: ['not_found'],
  },
} as const satisfies EndpointDefinitions
