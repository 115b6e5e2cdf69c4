import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { goOn } from './booking-history.ts'
import { useDraftSelector } from './draft-store.ts'
import { isOrderOf, type OwnClaim } from './claim-facts.ts'
import { heldSentence } from './own-claim.ts'

/** The way on to the unfinished payment of an appointment, in the browser that sent its order. */
export function PendingNote({ owner, claim }: { owner: string; claim: OwnClaim }) {
  const isSentHere = useDraftSelector(owner, (draft) => isOrderOf(claim, draft))
  return (
    <Alert tone="warn" isStanding className="m-4 sm:m-5 sm:[&>svg]:self-center">
      <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <span className="min-w-0 flex-1 basis-64">
          {heldSentence(claim)}{' '}
          {isSentHere
            ? 'The payment isn’t finished yet.'
            : 'Finish the payment in the browser where you started, or schedule again to replace this one.'}
        </span>
        {isSentHere && (
          <Button size="small" onClick={() => goOn('list', 'payment')}>
            Finish the payment
          </Button>
        )}
      </span>
    </Alert>
  )
}
