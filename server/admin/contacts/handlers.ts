import { listContacts } from '../../contacts/list-contacts.ts'
import { mergeContacts, undoMerge } from '../../contacts/merge-contacts.ts'
import { addCar, addNote, removeCar } from '../../contacts/notes-and-cars.ts'
import { addContact, changeContact } from '../../contacts/write-contact.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getContactPage } from './contact-page.ts'
import { searchAll } from './search.ts'

/** Every change answers with the contact as it is then. */
export const contactHandlers = {
  'admin.search': ({ context, actor, query }) => searchAll(context, actor, query),
  'contacts.list': ({ context, actor, query }) => listContacts(context, actor.scope, query),
  'contacts.find': ({ context, actor, params }) => getContactPage(context, actor.scope, params.id),
  'contacts.add': async ({ context, actor, body }) => {
    const id = await addContact(context, actor, body)
    return getContactPage(context, actor.scope, id)
  },
  'contacts.change': async ({ context, actor, params, body }) => {
    await changeContact(context, actor, params.id, body)
    return getContactPage(context, actor.scope, params.id)
  },
  'contacts.addNote': async ({ context, actor, params, body }) => {
    await addNote(context, actor, params.id, body.text)
    return getContactPage(context, actor.scope, params.id)
  },
  'contacts.addCar': async ({ context, actor, params, body }) => {
    await addCar(context, actor, params.id, body)
    return getContactPage(context, actor.scope, params.id)
  },
  'contacts.removeCar': async ({ context, actor, params }) => {
    await removeCar(context, actor, params.id, Number(params.carId))
    return getContactPage(context, actor.scope, params.id)
  },
  'contacts.merge': async ({ context, actor, params, body }) => {
    await mergeContacts(context, actor, params.id, body)
    return getContactPage(context, actor.scope, params.id)
  },
  'contacts.undoMerge': async ({ context, actor, params }) => {
    await undoMerge(context, actor, params.id, params.mergeId)
    return getContactPage(context, actor.scope, params.id)
  },
} satisfies Partial<Handlers>
