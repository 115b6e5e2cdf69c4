import { roles, type Role, type User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { identityProvider } from './identity-provider.ts'

function isRole(role: unknown): role is Role {
  return (roles as readonly unknown[]).includes(role)
}

type LibraryUser = {
  id: string
  email: string
  name: string
  image?: string | null | undefined
  role?: unknown
}

/** The library's user in the contract's shape. */
export function toUser({ id, email, name, image, role }: LibraryUser): User {
  return { id, email, name, image: image ?? null, role: isRole(role) ? role : 'customer' }
}

/** Whose session the cookies are; null when there is none, or it has ended. Asks the database each time. */
export async function findActor(context: Context, headers: Headers): Promise<User | null> {
  const session = await identityProvider(context).api.getSession({
    headers: new Headers({ cookie: headers.get('cookie') ?? '' }),
    query: { disableRefresh: true },
  })
  return session ? toUser(session.user) : null
}
