/**
 * Focuses `heir` when the pressed control disappears with its action. Does nothing when the user has moved
 * the focus meanwhile, for example to type. A click beside the controls is no such move: it focuses the page
 * around the heir. `gone`: the control's container, if it may still be on the page.
 */
export function moveFocus(
  heir: HTMLElement | null | undefined,
  gone?: Element | null,
  options?: FocusOptions,
): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement.contains(heir ?? null)
  if (isLost || gone?.contains(activeElement)) heir?.focus(options)
}

/** Focuses a part of the page that replaced another, and scrolls to its beginning. */
export function startAt(target: HTMLElement | null): void {
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'start', behavior: 'instant' })
}
