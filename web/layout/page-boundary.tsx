import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'

/** Shows a sentence and a way on where a page could not be loaded or drawn, instead of nothing at all. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
