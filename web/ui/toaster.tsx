import { Fragment } from 'react'
import { useCurrentNotice } from './toast-notice.ts'

/**
 * Rendered once in the layout. Both live regions are always there, because a region inserted with its text is
 * not announced.
 */
export function Toaster() {
  const notice = useCurrentNotice()
  const card = notice && <Fragment key={notice.id}>{notice.card}</Fragment>
  return (
    <>
      <output aria-live="polite" className="contents">
        {notice?.variant === 'default' && card}
      </output>
      <div role="alert" aria-live="assertive" className="contents">
        {notice?.variant === 'destructive' && card}
      </div>
    </>
  )
}
