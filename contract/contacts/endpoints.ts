import { byId, type EndpointDefinitions } from '../endpoint-definition.ts'
import * as z from 'zod/mini'
import {
  contactChange,
  contactList,
  contactListQuery,
  contactMerge,
  contactPage,
  newCar,
  newContact,
  newNote,
  searchQuery,
  searchReply,
} from './contacts.ts'
import { anyId, matching } from '../text.ts'

export const contactsEndpoints = {
  'admin.search': {
    summary: 'Appointments and contacts by name, phone, email, car, VIN or appointment number',
    query: searchQuery,
    reply: searchReply,
    refusals: [],
  },
  'contacts.list': {
    summary: 'The people whom a shop knows, by name, in pages',
    query: contactListQuery,
    reply: contactList,
    refusals: ['not_found'],
  },
  'contacts.find': {
    summary: 'One person with visits, cars, notes and money',
    params: byId,
    reply: contactPage,
    refusals: ['not_found'],
  },
  'contacts.add': {
    summary: 'Add a person',
    body: newContact,
    reply: contactPage,
    status: 201,
    refusals: ['not_found'],
  },
  'contacts.change': {
    summary: 'Change the name, phone or email of a contact. Appointments keep theirs',
    params: byId,
    body: contactChange,
    reply: contactPage,
    refusals: ['not_found', 'contact_merged'],
  },
  'contacts.addNote': {
    summary: 'Write a note about a person',
    params: byId,
    body: newNote,
    reply: contactPage,
    status: 201,
    refusals: ['not_found', 'contact_merged'],
  },
  'contacts.addCar': {
    summary: 'Add a car of a person',
    params: byId,
    body: newCar,
    reply: contactPage,
    status: 201,
    refusals: ['not_found', 'contact_merged'],
  },
  'contacts.removeCar': {
    summary: 'Remove a car that was added here',
    params: z.object({ ...byId.shape, carId: matching(/^\d{1,15}$/, 15) }),
    reply: contactPage,
    refusals: ['not_found'],
  },
  'contacts.merge': {
    summary: 'Merge another contact of the same person into this one',
    params: byId,
    body: contactMerge,
    reply: contactPage,
    refusals: ['not_found', 'contact_merged', 'contact_changed'],
  },
  'contacts.undoMerge': {
    summary: 'Undo a merge: all that it moved goes back',
    params: z.object({ ...byId.shape, mergeId: anyId }),
    reply: contactPage,
    refusals: ['not_found', 'merged_again', 'merge_undone'],
  },
} satisfies EndpointDefinitions
