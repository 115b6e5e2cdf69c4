import type { Handlers } from '../../http/handlers.ts'
import { acceptInvitation, findInvitation } from './accept-invitation.ts'
import { changeRole, removePerson } from './change-people.ts'
import { invitePerson, withdrawInvitation } from './invite-person.ts'
import { listPeople } from './list-people.ts'

export const peopleHandlers = {
  'people.list': ({ context, actor, params }) => listPeople(context, actor.scope, Number(params.id)),
  'people.invite': ({ context, actor, params, body }) =>
    invitePerson(context, actor, Number(params.id), body),
  'people.withdrawInvitation': ({ context, actor, params }) =>
    withdrawInvitation(context, actor, Number(params.id), params.invitationId),
  'people.changeRole': ({ context, actor, params, body }) =>
    changeRole(context, actor, Number(params.id), { userId: params.userId, ...body }),
  'people.remove': async ({ context, actor, params }) => {
    await removePerson(context, actor, Number(params.id), params.userId)
    return { ok: true as const }
  },
  'people.findInvitation': ({ context, device, body }) => findInvitation(context, device, body.token),
  'people.acceptInvitation': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await acceptInvitation(context, device, body)
    cookies.forEach(setCookie)
    return { user }
  },
} satisfies Partial<Handlers>
