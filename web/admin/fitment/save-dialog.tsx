import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import {
  changeReason,
  type FitmentDataReply,
  type ProposedChange,
} from '../../../contract/fitment/changed-data.ts'
import { longestReason } from '../../../contract/limits.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ChangePreviewPart } from './change-preview.tsx'
import { usePreview, useSaveChange } from './fitment-queries.ts'

type SaveDialogProps = {
  title: string
  /** The data in force. */
  current: FitmentDataReply
  baseVersion: number
  change: ProposedChange
  /** Continues from the version in force, after the user saw that it is newer. */
  onRebase: () => void
  onClose: () => void
  onSaved: () => void
  children?: ReactNode
}

/** The preview of a change, its reason, and the button that saves it as a new version. */
export function SaveDialog(props: SaveDialogProps) {
  const { title, current, baseVersion, change, onRebase, onClose, onSaved, children } = props
  const back = useRef<HTMLButtonElement>(null)
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string | undefined>()
  const { busy, problem, forget, save } = useSaveChange()
  // While a change is sent, the newer version may be its own.
  const isStale = !busy && current.version !== baseVersion
  const preview = usePreview(baseVersion, change)
  const isBroken = preview.data?.findings.some(({ level }) => level === 'error') ?? true
  const isEmpty = preview.data?.changeTotal === 0
  const submit = async () => {
    const asked = changeReason.safeParse(reason)
    if (!asked.success) return setReasonError(asked.error.issues[0]?.message)
    if (await save({ baseVersion, change, reason: asked.data })) onSaved()
  }
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={title}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} variant="secondary" disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button
            busy={busy}
            busyText="Saving..."
            disabled={isStale || isBroken || isEmpty}
            onClick={() => void submit()}
          >
            Save new version
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {children}
        {isStale ? (
          <Alert tone="warn" title={`Version ${current.version} was saved in the meantime`}>
            <p>
              <bdi>{current.createdBy ?? 'Dashfit'}</bdi>: <bdi>{current.reason}</bdi>
            </p>
            <p className="mt-1">Your changes are still here. Compare them with the new version.</p>
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              onClick={() => {
                forget()
                onRebase()
              }}
            >
              {`Compare with version ${current.version}`}
            </Button>
          </Alert>
        ) : (
          <ChangePreviewPart query={preview} />
        )}
        <TextField
          label="Reason"
          hint="Kept with the version, for administrators."
          maxLength={longestReason}
          autoComplete="off"
          value={reason}
          error={reasonError}
          onChange={(event) => {
            setReason(event.target.value)
            setReasonError(undefined)
          }}
        />
        {problem !== null && !isStale && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
