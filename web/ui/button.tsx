import { useState } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'small' | 'regular' | 'large'

/** A disabled button is flat and gray. Its label may carry news, so it stays readable. */
const flat = 'disabled:border-transparent disabled:bg-hover disabled:shadow-none'
/** The same for a button that still has the focus, which the browser does not count as disabled. */
const offLooks: Record<ButtonVariant, string> = {
  primary: 'bg-hover text-off',
  secondary: 'border border-transparent bg-hover text-off',
  ghost: 'text-off',
  danger: 'bg-hover text-off',
}

const looks: Record<ButtonVariant, string> = {
  primary: `bg-primary text-on-primary shadow-sm hover:bg-primary-hover ${flat}`,
  secondary: `border border-line-strong bg-surface text-ink hover:bg-hover ${flat}`,
  ghost: 'text-ink hover:bg-hover',
  danger: `bg-danger text-white hover:brightness-110 ${flat}`,
}
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-10 px-4 text-sm',
  regular: 'min-h-12 px-5 text-ui',
  large: 'min-h-14 px-8 text-base',
}

/**
 * The second click of a double click on a control that this button has replaced is not meant for it. Systems
 * take two clicks as one double click within half a second.
 */
const doubleClickMs = 600

function buttonClass(look: string, size: ButtonSize, className?: string): string {
  return classNames(
    'relative inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-medium',
    'transition-[background-color,border-color,filter,transform] duration-150 select-none active:translate-y-px',
    'disabled:pointer-events-none disabled:text-off aria-disabled:cursor-default forced-colors:border',
    look,
    sizes[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** While true the button stays focusable, does nothing and shows `busyText` with a spinner. */
  busy?: boolean
  busyText?: ReactNode
}

export function Button({
  variant = 'primary',
  size = 'regular',
  busy: givenBusy,
  busyText = 'Processing...',
  type = 'button',
  disabled = false,
  className,
  onClick,
  onFocus,
  onBlur,
  children,
  ...rest
}: ButtonProps) {
  const busy = givenBusy ?? false
  const [isFocused, setFocused] = useState(false)
  // Browsers drop the focus of a disabled element: a button that has it is disabled only after blur.
  const isOff = disabled && isFocused
  const [shownAt] = useState(() => performance.now())
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const isForAnother = performance.now() - shownAt < doubleClickMs
    // An action counts once. It may not be busy yet when the second click comes.
    const isIgnored = event.detail > 1 && (givenBusy !== undefined || isForAnother)
    if (busy || isOff || isIgnored) event.preventDefault()
    else onClick?.(event)
  }
  // Both labels share one grid cell, so that the button has the wider one's width.
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a safe default
      type={type}
      aria-busy={busy || undefined}
      disabled={disabled && !isFocused}
      aria-disabled={busy || isOff || undefined}
      onClick={press}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
      className={buttonClass((isOff ? offLooks : looks)[variant], size, className)}
    >
      <span className="grid [&>*]:[grid-area:1/1]">
        <span
          className={classNames('inline-flex items-center justify-center gap-2', busy && 'invisible')}
          aria-hidden={busy || undefined}
        >
          {children}
        </span>
        {busy && (
          <span className="inline-flex items-center justify-center gap-2.5">
            <Spinner />
            {busyText}
          </span>
        )}
      </span>
    </button>
  )
}

type ButtonLinkProps = {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** The address is a file to download. */
  download?: boolean
  /** Opens in a new tab. */
  newTab?: boolean
  children: ReactNode
}

/** A link that looks like a button: for navigation, never for actions. A full URL causes a page load. */
export function ButtonLink({
  href,
  variant = 'primary',
  size = 'regular',
  className,
  download = false,
  newTab = false,
  children,
}: ButtonLinkProps) {
  const look = buttonClass(looks[variant], size, className)
  if (newTab)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    )
  if (download || !href.startsWith('/'))
    return (
      <a href={href} download={download || undefined} className={look}>
        {children}
      </a>
    )
  return (
    <Link href={href} className={look}>
      {children}
    </Link>
  )
}
