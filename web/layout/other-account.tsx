import { useLogout } from '../identity/logout.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from './page.tsx'

/** In place of a page whose account signed out in another tab, where another account signed in. */
export function OtherAccount({ email }: { email: string }) {
  const { leaving, leave } = useLogout(paths.login)
  return (
    <Page
      title="You’re now signed in as someone else"
      width="narrow"
      lead={
        <>
          This browser is now signed in as <span className="wrap-anywhere text-ink">{email}</span>. This page
          was opened for another account, so we closed it. Nothing you typed here was saved.
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        {/* A page load, because the memory of this one holds the other account's data; without the query and the
            fragment, which may name it too. */}
        <Button onClick={() => window.location.replace(window.location.pathname)}>
          Continue with this account
        </Button>
        <Button variant="secondary" busy={leaving} busyText="Logging out..." onClick={leave}>
          Logout
        </Button>
      </div>
    </Page>
  )
}
