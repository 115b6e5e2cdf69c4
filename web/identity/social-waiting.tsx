import { Button } from '../ui/button.tsx'
import type { SocialWait } from './social-flow.ts'
import { providerNames } from './social-messages.ts'

type SocialWaitingProps = {
  wait: SocialWait | null
  onShow: () => void
  onGoOn: () => void
  onCancel: () => void
}

function wordsOf({ step, provider }: SocialWait): string {
  switch (step) {
    case 'popup':
    case 'in-reach':
      return 'Finish in the window that opened.'
    case 'out-of-reach':
      return 'Finish in the window that opened. If you closed it, tap Cancel.'
    case 'blocked':
      return 'We continue in this window in a moment.'
    case 'leaving':
      return `Taking you to ${providerNames[provider]}...`
    case 'finishing':
      return 'One moment...'
  }
}

/**
 * The state of a sign-in at the provider, with a cancel button. The region is always rendered, because a live
 * region inserted with its text is not announced.
 */
export function SocialWaiting({ wait, onShow, onGoOn, onCancel }: SocialWaitingProps) {
  return (
    <div className={wait ? 'mt-4 grid justify-items-center gap-3 text-center' : undefined}>
      <output className="text-muted">{wait && wordsOf(wait)}</output>
      {wait && wait.step !== 'finishing' && (
        <div className="flex flex-wrap justify-center gap-3">
          {wait.step === 'blocked' && (
            <Button size="small" onClick={onGoOn}>
              Continue in this window
            </Button>
          )}
          {wait.step === 'in-reach' && (
            <Button variant="secondary" size="small" onClick={onShow}>
              Show the window
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}
