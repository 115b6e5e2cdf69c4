import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Tell = (part: string, isChanged: boolean) => void

const Unsaved = createContext<Tell>(() => undefined)

/** Reports unsaved changes of a part to the page around it. */
export function useUnsaved(part: string, isChanged: boolean): void {
  const tell = use(Unsaved)
  useEffect(() => {
    tell(part, isChanged)
    return () => tell(part, false)
  }, [tell, part, isChanged])
}

/** The target of a click on an internal link, if it leaves this page in this window. */
function wayOut(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href, window.location.href)
  const { location } = window
  if (origin !== location.origin) return null
  return pathname === location.pathname && search === location.search ? null : pathname + search
}

/** Confirms before the user leaves the page by a link or closes it with unsaved changes. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<readonly string[]>([])
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  const stayButton = useRef<HTMLButtonElement>(null)
  const tell = useCallback<Tell>(
    (part, isChanged) =>
      setParts((before) => {
        const others = before.filter((each) => each !== part)
        return isChanged ? [...others, part] : others
      }),
    [],
  )
  const isChanged = parts.length > 0

  useEffect(() => {
    if (!isChanged) return
    const ask = (event: MouseEvent) => {
      const to = wayOut(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(to)
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    // In the capture phase, before the router's handler.
    document.addEventListener('click', ask, { capture: true })
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('click', ask, { capture: true })
      window.removeEventListener('beforeunload', warn)
    }
  }, [isChanged])

  return (
    <Unsaved value={tell}>
      {children}
      <Dialog
        open={leavingTo !== null}
        onOpenChange={(open) => {
          if (!open) setLeavingTo(null)
        }}
        title="Leave without saving?"
        initialFocus={stayButton}
        footer={
          <>
            <Button
              variant="secondary"
              onClick={() => {
                if (leavingTo !== null) navigate(leavingTo)
              }}
            >
              Leave
            </Button>
            <Button ref={stayButton} onClick={() => setLeavingTo(null)}>
              Stay on this page
            </Button>
          </>
        }
      >
        <p>These changes aren’t saved yet: {parts.join(', ')}.</p>
      </Dialog>
    </Unsaved>
  )
}
