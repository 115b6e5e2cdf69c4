import { useEffect, type RefObject } from 'react'
import { shortcutsStore } from '../workspace/use-shortcuts.ts'

/** Whether a key press belongs to a field. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}

/**
 * Focuses a field on `/`, from anywhere but another field. Not below a dialog, which keeps the focus in
 * itself.
 */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (shortcutsStore.read() === 'off') return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [field])
}
