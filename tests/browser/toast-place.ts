import { expect, type Page } from '@playwright/test'

/** The controls of the page, or of the dialog over it, that the toast covers. Runs in the page. */
function findCovered(): string[] {
  const toast = document.querySelector('[data-toast]')?.getBoundingClientRect()
  if (!toast) return []
  const usable = document.querySelector('[role="dialog"]') ?? document.body
  const controls = usable.querySelectorAll(
    'a, button, input, select, textarea, summary, iframe, [tabindex="0"]',
  )
  return [...controls].flatMap((control) => {
    const box = control.getBoundingClientRect()
    const isApart =
      box.right <= toast.left || box.left >= toast.right || box.bottom <= toast.top || box.top >= toast.bottom
    const isHidden = box.width <= 1 || !control.checkVisibility({ visibilityProperty: true })
    return isApart || isHidden || control.closest('[data-toast]') ? [] : [control.outerHTML.slice(0, 120)]
  })
}

/** Expects that the toast, if there is one, covers no control. It moves a frame after the page does. */
export async function expectToastClear(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findCovered)).toEqual([])
}
