// Every page and step starts at its heading, after Back and Forward too. A restored position would show the
// middle of a page whose heading has the focus.
if (typeof window !== 'undefined') window.history.scrollRestoration = 'manual'

/** Focuses the heading of the page just shown and scrolls to the top. */
export function startAtHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
}
