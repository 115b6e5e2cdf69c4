import { Fragment } from 'react'
import { useCurrentNotice } from './toast-notice.ts'

const place =
  'pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-60 sm:left-auto sm:w-96'

/**
 * Rendered once in the layout. Both live regions are always there, because a region inserted with its text is
 * not announced.
 */
export function Toaster() {
  const notice = useCurrentNotice()
  const card = notice && <Fragment key={notice.id}>{notice.card}</Fragment>
  return (
    <>
      <output aria-live="polite" className={`block ${place}`}>
        {notice?.variant === 'default' && card}
      </output>
      <div role="alert" aria-live="assertive" className={place}>
        {notice?.variant === 'destructive' && card}
      </div>
    </>
  )
}
