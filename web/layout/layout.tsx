import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Toaster } from '../ui/toaster.tsx'
import { paths } from '../paths.ts'
import { ConnectionStrip } from './connection-strip.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SandboxStrip } from './sandbox-strip.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  // A popup with a picture has a head of its own.
  const isBare = location === paths.picturePage
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
          <SandboxStrip />
          <Header />
        </>
      )}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <PageBoundary place={location}>{children}</PageBoundary>
      </main>
      {!isBare && <Footer />}
      <Toaster />
    </div>
  )
}
