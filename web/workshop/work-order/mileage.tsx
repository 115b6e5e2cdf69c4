import { useState } from 'react'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SignedHint } from '../sign-off/signed-hint.tsx'
import { useDraft } from './use-draft.ts'
import { useOfflineQueue } from '../offline-queue/use-offline-queue.ts'

const number = new Intl.NumberFormat('en-US')

/** The odometer on arrival. A newer reading replaces it. */
export function Mileage({ job, userId }: { job: WorkJob; userId: string }) {
  const { mileage } = job.workOrder
  const [typed, setTyped] = useDraft('mileage', job.appointmentId, userId)
  const [fault, setFault] = useState<string | null>(null)
  const { write } = useOfflineQueue(userId)
  if (job.workOrder.signOff !== null)
    return (
      <div className="grid gap-1">
        <p>{mileage === null ? 'No mileage was recorded.' : `Mileage: ${number.format(mileage)} mi`}</p>
        <SignedHint />
      </div>
    )
  const save = () => {
    const digits = typed.replaceAll(/[\s,]/g, '')
    if (!/^\d{1,6}$/.test(digits)) return setFault('Please enter the miles as a number, such as 48250')
    write(job, { kind: 'mileage', mileage: Number(digits) })
    setTyped('')
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextField
        label={mileage === null ? 'Mileage' : `Mileage: ${number.format(mileage)} mi`}
        name="mileage"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={typed}
        error={fault ?? undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setFault(null)
        }}
      />
      <Button type="submit" variant="secondary">
        {mileage === null ? 'Save' : 'Correct'}
      </Button>
    </form>
  )
}
