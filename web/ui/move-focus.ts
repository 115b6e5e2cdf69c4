/**
 * Gives the focus to `heir` where the control that was pressed goes with what it did. Whoever went on elsewhere while the answer was
 * under way, typing say, keeps theirs. `gone`: what holds the control, where that may still be on the page.
 */
export function moveFocus(
  heir: HTMLElement | null | undefined,
  gone?: Element | null,
  options?: FocusOptions,
): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement === document.body
  if (isLost || gone?.contains(activeElement)) heir?.focus(options)
}
