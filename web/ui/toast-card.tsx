import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { keepClearOfControls } from './free-place.ts'
import { dismissNotice } from './toast-notice.ts'

export type Toast = {
  id: number
  title: string
  description?: string
  /** A link to the remedy. */
  link?: { href: string; label: string }
  variant: 'default' | 'destructive'
  /** News that is no success, such as a cancellation: without the green check mark. */
  isPlain?: boolean
}

const toastMilliseconds = 5000

/** A failure with a longer sentence stays as long as a slow reader needs. */
const longFailure = { characters: 60, milliseconds: 15_000 }

/**
 * A message over the page that covers no control. It stays while it has the pointer or the focus. Where it
 * must be low, a success has its title alone, and a failure all its words, which say whether money has moved.
 */
export function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const destructive = toast.variant === 'destructive'
  useLayoutEffect(
    () => (card.current ? keepClearOfControls(card.current, { movesAside: destructive }) : undefined),
    [destructive],
  )
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const isLong = destructive && (toast.description ?? '').length > longFailure.characters
  const cameFrom = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(
      () => dismissNotice(toast.id),
      isLong ? longFailure.milliseconds : toastMilliseconds,
    )
    return () => clearTimeout(timer)
  }, [held, isLong, toast.id])

  const { isPlain = false } = toast
  const Icon = destructive ? CircleAlert : isPlain ? Info : CircleCheck
  return (
    <div
      ref={card}
      data-toast
      // Not pointerenter: a card that moves under a resting pointer would stay for good.
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setFocused(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget
      }}
      onBlur={() => setFocused(false)}
      className={classNames(
        'group/toast fixed inset-x-4 z-60 flex animate-rise items-start gap-3 rounded-card border p-4 shadow-float sm:left-auto sm:w-96',
        // An open dialog takes the pointer from the rest of the page.
        'pointer-events-auto data-compact:items-center data-compact:py-2 data-in-flow:static data-in-flow:mx-4 data-in-flow:mb-4',
        destructive ? 'border-bad/40 bg-bad-soft text-bad' : 'border-line bg-surface text-ink',
      )}
    >
      <Icon
        className={classNames(
          'mt-0.5 size-5 shrink-0',
          !destructive && (isPlain ? 'text-muted' : 'text-good'),
        )}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className={classNames('font-semibold', destructive && 'group-data-compact/toast:inline')}>
          {toast.title}
        </p>{' '}
        {toast.description && (
          <p
            className={classNames(
              'mt-0.5 text-sm',
              destructive ? 'group-data-compact/toast:inline' : 'text-muted group-data-compact/toast:sr-only',
            )}
          >
            {toast.description}
          </p>
        )}
        {toast.link && (
          <Link
            href={toast.link.href}
            onClick={() => dismissNotice(toast.id)}
            className="mt-1.5 inline-flex min-h-6 items-center text-sm font-semibold underline underline-offset-4 hover:no-underline"
          >
            {toast.link.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          dismissNotice(toast.id)
          cameFrom.current?.focus({ preventScroll: true })
        }}
        className="-m-2 grid size-9 shrink-0 place-items-center rounded-full hover:bg-hover/60"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
