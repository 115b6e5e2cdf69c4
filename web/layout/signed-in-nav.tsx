import { Link, useLocation } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { useLogout } from '../identity/logout.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { isStaff } from '../identity/is-staff.ts'

const link =
  'flex min-h-11 items-center rounded-control px-2.5 text-ui leading-tight text-muted transition-colors hover:text-ink aria-[current]:text-ink max-[27rem]:px-1 max-[27rem]:text-sm max-[359px]:px-0.5 max-[359px]:text-fine sm:px-3'

/** Navigation of a signed-in user, with logout. */
export function SignedInNav({ user }: { user: User }) {
  const [location] = useLocation()
  const { leaving, leave } = useLogout()
  const currentAt = (path: string) => (location === path ? 'page' : undefined)

  return (
    <>
      {isStaff(user) && (
        <Link href={paths.today} data-for-staff className={link}>
          Manage
        </Link>
      )}
      {!user.onlyWorks && (
        <Link href={paths.appointments} aria-current={currentAt(paths.appointments)} className={link}>
          My Appointments
        </Link>
      )}
      <Link
        href={paths.account}
        aria-label="Your account"
        aria-current={currentAt(paths.account)}
        className="grid size-11 max-[359px]:size-9 shrink-0 place-items-center rounded-full transition-shadow aria-[current]:ring-2 aria-[current]:ring-ember"
      >
        <Avatar name={user.name} image={user.image} />
      </Link>
      <Button
        variant="secondary"
        size="small"
        className="max-[27rem]:ml-1 max-[27rem]:px-3 max-[359px]:px-1.5"
        busy={leaving}
        busyText="Logging out..."
        onClick={leave}
      >
        Logout
      </Button>
    </>
  )
}
