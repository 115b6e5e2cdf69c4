import { useRef, useState, type ReactNode } from 'react'
import { longestReason } from '../../contract/limits.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  confirmLabel: string
  busyText: string
  /** The label of the safe answer, which has the focus. */
  keepLabel?: string
  tone?: 'primary' | 'danger'
  busy: boolean
  problem: string | null
  /** A reason that the other side reads: its hint, and whether it must be given. */
  reason?: { hint: string; required: boolean }
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before an action, with a field for the reason where another person reads one. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, busyText, keepLabel = 'Cancel', tone = 'danger' } = props
  const { busy, problem, reason, onConfirm, onClose, children } = props
  const keepButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const close = () => {
    if (!busy) onClose()
  }
  const confirm = () => {
    const given = typed.trim()
    if (reason?.required && given === '') {
      setMissing(true)
      reasonField.current?.focus()
    } else onConfirm(given)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={title}
      initialFocus={keepButton}
      footer={
        <>
          <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
            {keepLabel}
          </Button>
          <Button variant={tone} busy={busy} busyText={busyText} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        {reason && (
          <TextField
            ref={reasonField}
            label="Reason"
            name="reason"
            dir="auto"
            autoComplete="off"
            maxLength={longestReason}
            optional={!reason.required}
            hint={reason.hint}
            value={typed}
            error={missing ? 'Please give a reason' : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              setMissing(false)
            }}
          />
        )}
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
