import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'

/** Shows a sentence and a way on where a page could not be loaded or drawn, instead of nothing at all. */
export class PageBoundary extends Component<
  {
    children: ReactNode
    /** Stands in place of the sentence, where what failed can be missed. */
    instead?: ReactNode
  },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (this.props.instead !== undefined) return this.props.instead
    return (
      <div className="mx-auto w-full max-w-2xl px-4 py-16">
        <ErrorState
          message="This page could not be loaded. Please check your network and try again."
          onRetry={() => window.location.reload()}
        />
      </div>
    )
  }
}
