import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { classNames } from './class-names.ts'
import { moveFocus } from './move-focus.ts'
import { rememberTyped } from './typed-text.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Hides the title visually, not from assistive technology: for a dialog that shows one picture. */
  titleHidden?: boolean
  description?: ReactNode
  /** `full`: a form in columns. `picture` grows to 1200x800 and at most 80% of the window. */
  size?: 'regular' | 'wide' | 'full' | 'picture'
  footer?: ReactNode
  /** Nearly as high as the screen of a phone, for a sheet that is to be read and signed at once. */
  isTall?: boolean
  /** The element to focus on opening, for a dialog whose safe answer is not the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const sizes = {
  regular: 'max-w-lg max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none',
  wide: 'max-w-3xl max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none',
  full: 'max-w-6xl max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none',
  picture: 'max-sm:inset-x-[10vw] max-sm:top-1/2 max-sm:-translate-y-1/2 w-[80vw]! max-w-[min(1200px,120vh)]',
}

/**
 * A modal dialog: traps the focus, closes on Escape, restores the focus. On a phone it rises from the bottom.
 * A click beside it closes it too, unless that would lose typed text or a drawing.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    titleHidden = false,
    description,
    size = 'regular',
    footer,
    isTall = false,
    initialFocus,
    children,
  } = props
  const picture = size === 'picture'
  const content = useRef<HTMLDivElement>(null)
  const openedFrom = useRef<HTMLElement | null>(null)
  const heirOf = useRef<() => HTMLElement | null>(() => null)
  const [typed] = useState(rememberTyped)
  // Radix focuses the dialog when the focused control is removed, except when it starts its observer anew in
  // the same render, as after the dialog above has closed.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus()
  })
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-[rgb(4_9_15/0.66)]" />
        <Primitive.Content
          ref={content}
          // Radix restores the focus only to its own trigger, and these dialogs open by state.
          onOpenAutoFocus={(event) => {
            const opener = document.activeElement
            openedFrom.current = opener instanceof HTMLElement ? opener : null
            heirOf.current = rememberHeir(opener)
            if (!initialFocus?.current) return
            event.preventDefault()
            initialFocus.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The action may have removed the button that opened this dialog from the dialog below. A link
            // may have led to a page that starts at its heading: then the focus is not lost.
            moveFocus(openedFrom.current?.isConnected ? openedFrom.current : heirOf.current())
          }}
          onInputCapture={typed.onInput}
          // A toast lies over the dialog; dismissing it must not close the dialog.
          onInteractOutside={(event) => {
            const isToast = event.target instanceof Element && event.target.closest('[data-toast]')
            if (isToast || typed.isLeft()) event.preventDefault()
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-50 flex max-h-[85dvh] w-full flex-col overflow-hidden rounded-card bg-surface text-ink shadow-float',
            'sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
            'animate-fade border border-line focus:outline-hidden',
            // In a low or zoomed window the heading and the buttons scroll with the content, or no room would
            // be left for it.
            '[@media(height<30rem)]:block [@media(height<30rem)]:max-h-[94dvh] [@media(height<30rem)]:overflow-y-auto',
            isTall && 'max-sm:max-h-[95dvh]',
            sizes[size],
          )}
        >
          <header className={titleHidden ? 'contents' : 'flex items-start gap-4 px-6 pt-6 pb-2'}>
            <div className={titleHidden ? 'sr-only' : 'min-w-0 flex-1'}>
              <Primitive.Title className="text-xl font-semibold">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1.5 text-ui text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close
              aria-label="Close"
              className={classNames(
                'grid size-10 shrink-0 place-items-center rounded-full transition-colors',
                titleHidden
                  ? 'absolute top-3 right-3 z-10 bg-[rgb(4_9_15/0.6)] text-white hover:bg-[rgb(4_9_15/0.85)]'
                  : '-mt-1.5 -mr-2 text-muted hover:bg-hover hover:text-ink',
              )}
            >
              <X className="size-5" aria-hidden="true" />
            </Primitive.Close>
          </header>
          <div
            className={
              picture
                ? 'grid max-h-[min(800px,80dvh)] min-h-0'
                : // Positioned, so that hidden text within it does not make the whole dialog scroll.
                  'relative overflow-y-auto px-6 pt-2 pb-6'
            }
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-col-reverse gap-3 border-t border-line bg-sunken px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:pt-3 sm:flex-row sm:justify-end">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * Finds the element that takes the focus when the opener of a dialog is gone with its action: the button now
 * at its place in the part of the page around it (`data-focus-home`), or else the dialog below.
 */
function rememberHeir(opener: Element | null): () => HTMLElement | null {
  const below = opener?.closest<HTMLElement>('[role="dialog"]') ?? null
  const home = opener?.closest('[data-focus-home]')
  const listButtons = () => [...(home?.querySelectorAll('button') ?? [])]
  const place = listButtons().findIndex((button) => button === opener)
  return () => {
    const buttons = home?.isConnected ? listButtons() : []
    return buttons[Math.min(place, buttons.length - 1)] ?? below
  }
}
