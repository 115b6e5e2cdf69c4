import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../identity/session.ts'
import { isStaff } from '../identity/is-staff.ts'
import { Toaster } from '../ui/toaster.tsx'
import { paths } from '../paths.ts'
import { ConnectionStrip } from './connection-strip.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SandboxStrip } from './sandbox-strip.tsx'

/** Whether the page brings the workspace of staff, with a header and a navigation of its own. */
function useHasWorkspace(location: string): boolean {
  const session = useSession()
  if (location !== paths.admin && location !== paths.work) return false
  return session.state === 'loading' || (session.state === 'signed-in' && isStaff(session.user))
}

export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  // A popup with a picture has a head of its own.
  const isBare = location === paths.picturePage
  const hasWorkspace = useHasWorkspace(location)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-control bg-selected px-4 py-2.5 font-medium text-on-selected focus:translate-y-0"
      >
        Skip to content
      </a>
      {!isBare && (
        <>
          <ConnectionStrip />
          {!hasWorkspace && (
            <>
              <SandboxStrip />
              <Header />
            </>
          )}
        </>
      )}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <PageBoundary place={location}>{children}</PageBoundary>
      </main>
      {!isBare && !hasWorkspace && <Footer />}
      <Toaster />
    </div>
  )
}
