import { classNames } from './class-names.ts'

/** A gray placeholder in the size of the loading content; announce the loading in words elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-control bg-hover', className)}
    />
  )
}
