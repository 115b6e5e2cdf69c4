let wentBack = false
let ownTraversal = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    wentBack = !ownTraversal
    ownTraversal = false
  })
  window.addEventListener('pushState', () => (wentBack = false))
}

/** Moves through the history on behalf of the page: the arrival starts at its heading, unlike after Back. */
export function traverseToStart(steps: number): void {
  ownTraversal = true
  window.history.go(steps)
}

/**
 * Focuses the heading of the page just shown and scrolls to the top. After the browser's Back the scroll
 * position stays with the browser. The browser restores the position of a traversed entry after `popstate`,
 * with the new page already rendered, so the scroll repeats for two frames.
 */
export function startAtHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  const restoresPosition = wentBack
  wentBack = false
  if (restoresPosition) return
  const toTop = () => window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  toTop()
  requestAnimationFrame(() => {
    toTop()
    requestAnimationFrame(toTop)
  })
}
