import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { ChunkTimeout } from '../ui/lazy-component.tsx'

type PageBoundaryProps = {
  children: ReactNode
  /** Replaces the error message where the failed part is optional. */
  instead?: ReactNode
  /** A change of place resets the error. */
  place?: string
}

/** Whether a chunk did not arrive, or failed by the messages of the three browser engines. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof ChunkTimeout ||
    (error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message))
  )
}

function sentenceFor(error: unknown): string {
  if (!isMissingCode(error)) return 'Something went wrong on this page. Reload it to continue.'
  return navigator.onLine
    ? 'This page couldn’t load. There may be a newer version: reload the page.'
    : 'You’re offline, so this page couldn’t load. Reload it when you’re back online.'
}

type PageBoundaryState = { failure: { error: unknown } | null; place: string | undefined }

/** Shows an error and a retry in place of a page that failed to load or render. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ place }: PageBoundaryProps, before: PageBoundaryState) {
    return before.place === place ? null : { failure: null, place }
  }

  /**
   * A page that is missing because the browser is offline reloads when it is back, unless the user has left.
   * Another import would not help: browsers keep a failed one.
   */
  override componentDidCatch(error: unknown) {
    if (!isMissingCode(error) || navigator.onLine || this.props.instead !== undefined) return
    const reload = () => {
      if (this.state.failure !== null) window.location.reload()
    }
    window.addEventListener('online', reload, { once: true })
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (this.props.instead !== undefined) return this.props.instead
    return (
      <div className="mx-auto w-full max-w-2xl px-4 py-16">
        <ErrorState
          message={sentenceFor(failure.error)}
          retryText="Reload the page"
          onRetry={() => window.location.reload()}
        />
      </div>
    )
  }
}
