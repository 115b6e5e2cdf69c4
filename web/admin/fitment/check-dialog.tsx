import { useRef, useState } from 'react'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import type { Generation } from '../../../contract/fitment/fitment-data.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { dayOfDate } from '../../ui/local-day.ts'
import { useRecordCheck } from './fitment-queries.ts'

type CheckDialogProps = { generation: Generation; current: FitmentDataReply; onClose: () => void }

/** Records the day on which a fitter confirmed a generation, or withdraws the check. */
export function CheckDialog({ generation, current, onClose }: CheckDialogProps) {
  const back = useRef<HTMLButtonElement>(null)
  const [day, setDay] = useState(() => generation.checkedOn ?? dayOfDate(new Date()))
  // The version that the user read, even if a newer one is loaded while the dialog is open.
  const [baseVersion, setBaseVersion] = useState(current.version)
  const { busy, problem, forget, record } = useRecordCheck()
  const isStale = !busy && baseVersion !== current.version
  const send = async (checkedOn: string | null) => {
    if (await record({ baseVersion, generationId: generation.id, checkedOn })) onClose()
  }
  const { make, model, chassis } = generation
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={`${make} ${model} ${chassis}`}
      description="Confirm that a fitter read all head units, rules and notes of this generation."
      initialFocus={back}
      footer={
        <>
          {generation.checkedOn !== null && (
            <Button
              variant="ghost"
              className="text-bad sm:mr-auto"
              disabled={busy || isStale}
              onClick={() => void send(null)}
            >
              Withdraw the check
            </Button>
          )}
          <Button ref={back} variant="secondary" disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button busy={busy} busyText="Saving..." disabled={isStale} onClick={() => void send(day)}>
            Mark as checked
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <TextField
          label="Day of the check"
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {isStale && (
          <Alert tone="warn" title={`Version ${current.version} was saved in the meantime`}>
            <p>
              <bdi>{current.createdBy ?? 'Dashfit'}</bdi>: <bdi>{current.reason}</bdi>
            </p>
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              onClick={() => {
                forget()
                setBaseVersion(current.version)
              }}
            >
              {`Continue with version ${current.version}`}
            </Button>
          </Alert>
        )}
        {problem !== null && !isStale && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
