import { useEffect } from 'react'
import { textStore } from '../ui/browser-store.ts'

/**
 * Single keys act anywhere, which disturbs people who dictate: they can be switched off (WCAG 2.1.4).
 */
export const shortcutsStore = textStore(
  'shortcuts',
  (text) => (text === 'off' || text === 'on' ? text : null),
  'browser',
)

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role=dialog], [role=grid]') !== null)
  )
}

/** Runs the action of a key that is pressed outside of fields, dialogs and the board. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (isTyping(event.target) || shortcutsStore.read() === 'off') return
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [actions])
}
