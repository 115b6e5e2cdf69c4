import { classNames } from './class-names.ts'

/** A grey place-holder with the size of what is coming; say in words elsewhere that something is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-control bg-hover', className)}
    />
  )
}
