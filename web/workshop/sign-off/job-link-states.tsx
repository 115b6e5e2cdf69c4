import { Link2Off, MailOpen } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A link to a job that opens nothing any more. */
export function LinkRefused() {
  return (
    <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
      <p role="alert" className="max-w-md text-muted">
        The appointment may be cancelled or long over, or the link is incomplete. Please call the shop.
      </p>
    </EmptyState>
  )
}

/** The page of a job without its link. */
export function LinkMissing() {
  return (
    <EmptyState icon={<MailOpen />} title="Open this page with the link from our email or text.">
      <p className="max-w-md text-muted">
        The link tells us which car it’s for, so you don’t need to sign in.
      </p>
    </EmptyState>
  )
}
