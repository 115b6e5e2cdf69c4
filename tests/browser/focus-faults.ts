/**
 * Runs in the page: focuses every visible control in turn, and reports those without visible focus or covered
 * by another element, and sticky elements that cover half the window. Restores the focus afterwards.
 */
export function findFocusFaults(): string[] {
  const faults: string[] = []
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const controls = [
    ...(dialog ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter(
    (control) =>
      !control.matches(':disabled, [aria-hidden=true] *') &&
      control.tabIndex >= 0 &&
      control.checkVisibility({ visibilityProperty: true }),
  )

  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  // The element that shows a hidden control's focus: the label of a radio, the mark beside it, the frame
  // around a field.
  const worn = (control: HTMLElement) =>
    [control, control.parentElement, control.closest('label'), control.nextElementSibling].filter(
      (element) => element !== null && element !== undefined,
    )
  const looks = (control: HTMLElement) =>
    worn(control)
      .map((element) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, transform } =
          getComputedStyle(element)
        const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
        return [outline, boxShadow, borderColor, transform].join()
      })
      .join('|')
  const isSeen = (control: HTMLElement) => {
    const places = worn(control)
      .slice(0, 3)
      .map((element) => element.getBoundingClientRect())
    const box = places.find(({ width, height }) => width > 2 && height > 2)
    if (!box) return false
    return [0.1, 0.5, 0.9].some((x) =>
      [0.15, 0.5, 0.85].some((y) => {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
        return top !== null && worn(control).some((element) => element.contains(top) || top.contains(element))
      }),
    )
  }

  const before = document.activeElement
  const { scrollX, scrollY } = window
  for (const control of controls) {
    if (before instanceof HTMLElement) before.blur()
    const plain = looks(control)
    control.focus()
    if (document.activeElement !== control) continue
    if (looks(control) === plain) faults.push(`${name(control)} does not show that it has the focus`)
    if (!isSeen(control)) faults.push(`${name(control)} is hidden while it has the focus`)
    control.blur()
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  window.scrollTo(scrollX, scrollY)

  const kept = [...document.querySelectorAll('body *')].filter((element) => {
    const { position } = getComputedStyle(element)
    return (position === 'fixed' || position === 'sticky') && !element.closest('[role=dialog], [data-toast]')
  })
  for (const element of kept) {
    const { width, height, top, bottom } = element.getBoundingClientRect()
    const isBackground = getComputedStyle(element).pointerEvents === 'none' || dialog !== undefined
    const isKept = top >= 0 && bottom <= window.innerHeight && width > window.innerWidth / 2
    if (isKept && !isBackground && height > window.innerHeight / 2)
      faults.push(`${name(element)} covers half the window`)
  }
  return faults
}
