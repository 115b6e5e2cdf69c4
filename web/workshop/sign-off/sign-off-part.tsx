import { useEffect, useState } from 'react'
import { signOffWording, type NewSignOff } from '../../../contract/workshop/work-order.ts'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { isWorkDone, type WorkState } from '../../../contract/workshop/work-states.ts'
import { photoKindWords } from '../../../contract/workshop/work-words.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PhotoGrid } from '../work-order/photo-grid.tsx'
import { useWorkWrite } from '../work-order/use-work-order.ts'
import { SignDialog } from './sign-dialog.tsx'
import { Signed } from './signed.tsx'
import { signerNameStore } from './signer-draft.ts'

const SignForm = lazyComponent(
  () => import('./sign-form.tsx').then((module) => module.SignForm),
  () => <Skeleton className="h-72" />,
)

/** The customer's signature, or the button that asks for it on this device once the work is done. */
export function SignOffPart({ job, state }: { job: WorkJob; state: WorkState }) {
  const [isOpen, setOpen] = useState(false)
  const draftKey = `work:${job.appointmentId}`
  const { signOff, photos } = job.workOrder
  // The form is here before the connection is gone.
  useEffect(() => void SignForm.preload(), [])
  const signing = useWorkWrite((signed: NewSignOff) =>
    call('work.sign', { params: { id: job.appointmentId }, body: signed }),
  )
  if (signOff) return <Signed signOff={signOff} timeZone={job.timeZone} />
  if (!isWorkDone(state))
    return <p className="text-ui text-muted">The customer signs here once the work is done.</p>
  return (
    <>
      <Button variant="secondary" size="large" className="w-full" onClick={() => setOpen(true)}>
        Have the customer sign
      </Button>
      {isOpen && (
        <SignDialog
          title="Please check the work and sign"
          label="Sign"
          busy={signing.isSending}
          onClose={() => setOpen(false)}
          paper={
            photos.length > 0 &&
            (['before', 'after'] as const).map((kind) => (
              <PhotoGrid
                key={kind}
                words={photoKindWords[kind]}
                photos={photos.filter((photo) => photo.kind === kind)}
              />
            ))
          }
        >
          {(formId) => (
            <SignForm
              formId={formId}
              draftKey={draftKey}
              wording={signOffWording}
              busy={signing.isSending}
              problem={signing.problem}
              onSign={(signed) =>
                signing.send(signed, {
                  onSuccess: () => {
                    signerNameStore(draftKey).write(null)
                    setOpen(false)
                  },
                })
              }
            />
          )}
        </SignDialog>
      )}
    </>
  )
}
