/** A vertical extent in the window, in pixels from its upper edge. */
export type Extent = { top: number; bottom: number }

/** Pixels between a card and the controls and edges around it. */
const margin = 12

/**
 * The lowest place in a window of this height at which a card covers none of the controls; null when there is
 * none. `present` is kept while it is free, so that the card does not move without need.
 */
export function findFreeTop(
  card: { height: number; present: number | null },
  controls: readonly Extent[],
  windowHeight: number,
): number | null {
  const { height, present } = card
  const lowest = windowHeight - margin - height
  const isFree = (top: number) =>
    top >= margin &&
    top <= lowest &&
    controls.every(
      (control) => control.bottom <= top - margin / 2 || control.top >= top + height + margin / 2,
    )
  if (present !== null && isFree(present)) return present
  const places = [lowest, ...controls.map((control) => Math.min(lowest, control.top - margin - height))]
  const free = places.filter(isFree)
  return free.length > 0 ? Math.max(...free) : null
}

const controlSelector =
  'a[href], button, input, select, textarea, summary, label, iframe, [role="button"], [tabindex]:not([tabindex="-1"])'

/** The dialog that is open, on top of others. */
function topDialog(): Element | null {
  const dialogs = document.querySelectorAll('[role="dialog"]')
  return dialogs[dialogs.length - 1] ?? null
}

type Box = Extent & { left: number; right: number }

/** The boxes of these elements in the window, without those of messages. */
function boxesOf(elements: Iterable<Element>): Box[] {
  return [...elements].flatMap((element) => {
    const box = element.getBoundingClientRect()
    const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < window.innerHeight
    return isSeen && !element.closest('[data-toast]') ? [box] : []
  })
}

/** The boxes that a card covers: an open dialog or else its controls, or else the controls of the page. */
function listObstacles(dialog: Element | null): Box[][] {
  const controls = boxesOf((dialog ?? document.body).querySelectorAll(controlSelector))
  return dialog === null ? [controls] : [boxesOf([dialog]), controls]
}

/** Pixels between two places beside each other that a card tries. */
const step = 40

/** Pixels that a card needs beside a dialog. */
const leastWidth = 200

/** Makes the card as narrow as the room to the right of an open dialog, where there is enough. */
function fitBeside(card: HTMLElement, dialog: Element | null): void {
  card.style.width = ''
  if (dialog === null) return
  const { left, right, width } = card.getBoundingClientRect()
  const room = right - dialog.getBoundingClientRect().right - margin
  if (left > 0 && room >= leastWidth && room < width) card.style.width = `${room}px`
}

/**
 * Keeps a fixed card where it covers no control, while the page scrolls and changes, and beside an open
 * dialog where there is room: whole, else lower (`data-compact`), else in the flow of the page
 * (`data-in-flow`). A card that `movesAside` also leaves the right edge of the window for such a place. Where
 * the end of the page is out of view, it lies over the controls, except for the focused one: an unseen
 * message would be worse. Returns the function that ends this.
 */
export function keepClearOfControls(card: HTMLElement, { movesAside }: { movesAside: boolean }): () => void {
  let present: number | null = null
  const findPlace = (boxes: readonly Box[]): boolean => {
    const { left, right } = card.getBoundingClientRect()
    const furthest = movesAside ? Math.max(0, left - margin) : 0
    for (let shift = 0; shift <= furthest; shift += step) {
      const under = boxes.filter((box) => box.left < right - shift && box.right > left - shift)
      const top = findFreeTop({ height: card.offsetHeight, present }, under, window.innerHeight)
      if (top === null) continue
      present = top
      card.style.top = `${top}px`
      if (shift > 0) card.style.right = `calc(1rem + ${shift}px)`
      return true
    }
    return false
  }
  const place = () => {
    card.removeAttribute('data-in-flow')
    card.style.right = ''
    const dialog = topDialog()
    fitBeside(card, dialog)
    for (const boxes of listObstacles(dialog))
      for (const isCompact of [false, true]) {
        card.toggleAttribute('data-compact', isCompact)
        if (findPlace(boxes)) return
      }
    present = null
    card.style.top = ''
    card.toggleAttribute('data-compact', false)
    // The flow of the page is behind an open dialog.
    if (dialog === null) {
      card.toggleAttribute('data-in-flow', true)
      if (card.getBoundingClientRect().bottom <= window.innerHeight) return
      card.removeAttribute('data-in-flow')
    }
    const focused = document.activeElement === document.body ? null : document.activeElement
    const spared = focused === null || card.contains(focused) ? [] : [focused.getBoundingClientRect()]
    const { offsetHeight: height } = card
    const lowest = window.innerHeight - margin - height
    card.style.top = `${findFreeTop({ height, present: null }, spared, window.innerHeight) ?? lowest}px`
  }
  place()
  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !card.contains(target))) later()
  })
  changes.observe(document.body, { childList: true, subtree: true, attributes: true })
  // Scrolling does not bubble, and a dialog scrolls too.
  window.addEventListener('scroll', later, { capture: true, passive: true })
  window.addEventListener('resize', later)
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    window.removeEventListener('scroll', later, { capture: true })
    window.removeEventListener('resize', later)
  }
}
