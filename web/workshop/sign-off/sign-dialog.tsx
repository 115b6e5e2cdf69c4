import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rememberTyped } from '../../ui/typed-text.ts'

type SignDialogProps = {
  title: string
  /** The words of the button that sends the form. */
  label: string
  busyText?: string
  busy: boolean
  onClose: () => void
  /** What the customer signs for; it stands beside the form in a wide window. */
  paper?: ReactNode
  /** The form, with the id of which the button sends it. */
  children: (formId: string) => ReactNode
}

/**
 * A customer signs on a device of the shop. The button stays in view, and what was typed or drawn is lost
 * only after a question.
 */
export function SignDialog(props: SignDialogProps) {
  const { title, label, busyText = 'Signing...', busy, onClose, paper, children } = props
  const formId = useId()
  const [typed] = useState(rememberTyped)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (busy) return
    if (typed.isLeft()) setAsking(true)
    else onClose()
  }
  return (
    <Dialog
      open
      isTall
      size={paper ? 'wide' : 'regular'}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={title}
      footer={
        isAsking ? (
          <>
            <p className="min-w-0 flex-1 self-center font-medium">
              Close without signing? The signature will be lost.
            </p>
            <Button ref={(button) => button?.focus()} variant="secondary" onClick={() => setAsking(false)}>
              Keep signing
            </Button>
            <Button variant="danger" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <Button type="submit" form={formId} busy={busy} busyText={busyText} className="sm:min-w-56">
            {label}
          </Button>
        )
      }
    >
      <div
        onInputCapture={typed.onInput}
        className={classNames('grid gap-3 sm:gap-4', Boolean(paper) && 'md:grid-cols-2 md:gap-8')}
      >
        {paper && <div className="grid content-start gap-3 sm:gap-4">{paper}</div>}
        {children(formId)}
      </div>
    </Dialog>
  )
}
