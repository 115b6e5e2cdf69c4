import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { rememberTyped } from './typed-text.ts'

/** Asked before a dialog closes with content that would be lost. */
export type LossQuestion = { text: string; keepLabel?: string }

/** The question of a dialog whose title names the action. */
export const typedQuestion: LossQuestion = { text: 'Close? What you typed will be lost.' }

/** Closes the dialog as Escape does. */
const CloseContext = createContext<() => void>(() => undefined)

type AskedBy = (holder: string, text: string | null) => void

/** Where the forms in a dialog leave their questions. */
const AskedByContext = createContext<AskedBy>(() => undefined)

/**
 * While `text` is not null, the guarded dialog around this form asks it before it closes. A form that fills
 * a dialog uses the dialog's `lossQuestion` instead.
 */
export function useLossQuestion(text: string | null): void {
  const askedBy = use(AskedByContext)
  const holder = useId()
  useEffect(() => {
    askedBy(holder, text)
    return () => askedBy(holder, null)
  }, [askedBy, holder, text])
}

type GuardedDialogProps = ComponentProps<typeof Dialog> & {
  /** Asked before it closes with typed text or a drawing in it. */
  lossQuestion?: LossQuestion | undefined
}

/** A dialog that closes by Escape or its buttons only after the question that it, or a form in it, has. */
export function GuardedDialog({ lossQuestion, onOpenChange, footer, children, ...rest }: GuardedDialogProps) {
  const ofForms = useRef(new Map<string, string>())
  const askedFrom = useRef<Element | null>(null)
  const [typed] = useState(rememberTyped)
  const [asked, setAsked] = useState<LossQuestion | null>(null)
  const [askedBy] = useState((): AskedBy => (holder, text) => {
    const before = ofForms.current.get(holder)
    if (text === null) ofForms.current.delete(holder)
    else ofForms.current.set(holder, text)
    // The line was added, or its text cleared, while the question stood there.
    if (before !== text) setAsked((shown) => (shown?.text === before ? null : shown))
  })
  const close = () => {
    const [ofForm] = ofForms.current.values()
    const next =
      lossQuestion && typed.isLeft() ? lossQuestion : ofForm === undefined ? null : { text: ofForm }
    if (next === null) return onOpenChange(false)
    if (asked === null) askedFrom.current = document.activeElement
    setAsked(next)
  }
  const keep = () => {
    setAsked(null)
    if (askedFrom.current instanceof HTMLElement) askedFrom.current.focus()
  }
  return (
    <Dialog
      {...rest}
      onOpenChange={(open) => (open ? onOpenChange(open) : close())}
      footer={
        asked ? (
          <AskToClose question={asked} onKeep={keep} onClose={() => onOpenChange(false)} />
        ) : (
          footer && <CloseContext value={close}>{footer}</CloseContext>
        )
      }
    >
      <AskedByContext value={askedBy}>
        <div className="contents" onInputCapture={typed.onInput}>
          {children}
        </div>
      </AskedByContext>
    </Dialog>
  )
}

type AskToCloseProps = { question: LossQuestion; onKeep: () => void; onClose: () => void }

/** In place of the buttons of the dialog. */
function AskToClose({ question: { text, keepLabel = 'Keep editing' }, onKeep, onClose }: AskToCloseProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <>
      {/* On a phone the footer is upside down. */}
      <p className="min-w-0 flex-1 font-medium max-sm:order-last sm:self-center">{text}</p>
      <Button ref={keepButton} variant="secondary" onClick={onKeep}>
        {keepLabel}
      </Button>
      <Button variant="danger" onClick={onClose}>
        Close
      </Button>
    </>
  )
}

type DialogCloseProps = { disabled?: boolean; children: ReactNode }

/** A button of the footer that closes the dialog as Escape does. */
export function DialogClose({ disabled = false, children }: DialogCloseProps) {
  return (
    <Button variant="secondary" disabled={disabled} onClick={use(CloseContext)}>
      {children}
    </Button>
  )
}
