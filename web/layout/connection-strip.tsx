import { useSyncExternalStore } from 'react'
import { Hourglass, WifiOff } from 'lucide-react'
import { leaveSlowRequests, retrySlowRequests, useSlowRequests } from '../api/slow-requests.ts'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The browser's own state: offline is certain, online is not. */
function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** A sticky banner on every page while the browser is offline or a request is slow. */
export function ConnectionStrip() {
  const isOffline = useIsOffline()
  const slow = useSlowRequests()
  const isShown = isOffline || slow !== 'no'
  const Icon = isOffline ? WifiOff : Hourglass
  return (
    // Rendered while empty, so that screen readers announce its text.
    <output className="contents">
      {isShown && (
        <span
          data-connection-strip
          className="sticky top-0 z-40 block border-b border-line bg-warn-soft text-warn shadow-sm"
        >
          <span className="mx-auto flex min-h-10 max-w-6xl flex-wrap items-center justify-center gap-x-3 px-4 py-1 text-center text-sm">
            <Icon className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
            <span className="text-balance">
              {isOffline
                ? 'You’re offline. This page may be out of date.'
                : 'This is taking longer than usual. We are still waiting for an answer.'}
            </span>
            {!isOffline && slow === 'repeatable' && (
              <StripButton onPress={retrySlowRequests}>Try again</StripButton>
            )}
            {!isOffline && slow === 'leavable' && (
              <StripButton onPress={leaveSlowRequests}>Stop waiting</StripButton>
            )}
          </span>
        </span>
      )}
    </output>
  )
}

function StripButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4 hover:no-underline"
    >
      {children}
    </button>
  )
}
