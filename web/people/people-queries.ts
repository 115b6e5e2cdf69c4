import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShopRole } from '../../contract/identity/roles.ts'
import type { ShopPeople } from '../../contract/shops/people.ts'
import { call } from '../api/client.ts'

const peopleKey = (shopId: number) => ['shop-people', shopId] as const
const paramsOf = (shopId: number) => ({ id: String(shopId) })

/** The people of a shop and its open invitations. */
export function usePeople(shopId: number) {
  return useQuery({
    queryKey: peopleKey(shopId),
    queryFn: ({ signal }) => call('people.list', { params: paramsOf(shopId), signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

export type PeopleChange =
  | { do: 'invite'; email: string; role: ShopRole }
  | { do: 'withdraw'; invitationId: string }
  | { do: 'change role'; userId: string; from: ShopRole; role: ShopRole }
  | { do: 'remove'; userId: string }

async function send(shopId: number, change: PeopleChange): Promise<ShopPeople> {
  const params = paramsOf(shopId)
  switch (change.do) {
    case 'invite':
      return call('people.invite', { params, body: { email: change.email, role: change.role } })
    case 'withdraw':
      return call('people.withdrawInvitation', { params: { ...params, invitationId: change.invitationId } })
    case 'change role':
      return call('people.changeRole', {
        params: { ...params, userId: change.userId },
        body: { role: change.role, from: change.from },
      })
    case 'remove':
      await call('people.remove', { params: { ...params, userId: change.userId } })
      return call('people.list', { params })
  }
}

/** Sends one change; the list shows its reply, or is read again after a refusal. */
export function usePeopleChange(shopId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: PeopleChange) => send(shopId, change),
    onSuccess: (people) => queries.setQueryData(peopleKey(shopId), people),
    onError: () => queries.invalidateQueries({ queryKey: peopleKey(shopId) }),
  })
}
