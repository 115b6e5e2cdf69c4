import type { Handlers } from '../http/handlers.ts'
import { changeOwnMails, findOwnMails } from './own-mails.ts'

export const ownMailHandlers = {
  'people.findOwnMails': ({ context, actor, params }) => findOwnMails(context, actor, Number(params.id)),
  'people.changeOwnMails': ({ context, actor, params, body }) =>
    changeOwnMails(context, actor, Number(params.id), body),
} satisfies Partial<Handlers>
