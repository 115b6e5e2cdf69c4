import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { GuardedDialog } from '../../ui/guarded-dialog.tsx'

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

const lossQuestion = {
  text: 'Close without signing? The signature will be lost.',
  keepLabel: 'Keep signing',
}

/**
 * A customer signs on a device of the shop. The button stays in view, and what was typed or drawn is lost
 * only after a question.
 */
export function SignDialog(props: SignDialogProps) {
  const { title, label, busyText = 'Signing...', busy, onClose, paper, children } = props
  const formId = useId()
  return (
    <GuardedDialog
      open
      isTall
      size={paper ? 'wide' : 'regular'}
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={title}
      lossQuestion={busy ? undefined : lossQuestion}
      footer={
        <Button type="submit" form={formId} busy={busy} busyText={busyText} className="sm:min-w-56">
          {label}
        </Button>
      }
    >
      <div className={classNames('grid gap-3 sm:gap-4', Boolean(paper) && 'md:grid-cols-2 md:gap-8')}>
        {paper && <div className="grid content-start gap-3 sm:gap-4">{paper}</div>}
        {children(formId)}
      </div>
    </GuardedDialog>
  )
}
