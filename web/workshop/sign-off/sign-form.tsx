import { useMemo, useState, type ReactNode } from 'react'
import type { NewSignOff, Strokes } from '../../../contract/workshop/work-order.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useStore } from '../../ui/external-store.ts'
import { TextField } from '../../ui/field.tsx'
import { SignatureField } from './signature-field.tsx'
import { signerNameStore } from './signer-draft.ts'

type SignFormProps = {
  /** The sentence. A drawing belongs to the sentence that it was drawn under, and goes with it. */
  wording: string
  /** Keeps the typed name through a reload, by sheet and appointment. */
  draftKey: string
  /** The id of the form, whose button stands elsewhere; without it the form has one. */
  formId?: string
  /** The words of the button. */
  label?: string
  busyText?: string
  /** Begins with the typed name instead of the drawing. */
  isTypedFirst?: boolean
  /** A typed name is not enough. */
  mustDraw?: boolean
  busy: boolean
  problem: string | null
  onSign: (signed: NewSignOff) => void
  /** Further fields, between the name and the signature. */
  children?: ReactNode
}

/** The sentence, the name and the signature of a customer. A typed name may replace the drawing. */
export function SignForm(props: SignFormProps) {
  const { wording, label = 'Sign', busyText = 'Signing...', isTypedFirst = false, mustDraw = false } = props
  const { draftKey, formId, busy, problem, onSign, children } = props
  const nameStore = useMemo(() => signerNameStore(draftKey), [draftKey])
  const name = useStore(nameStore, null) ?? ''
  const [drawn, setDrawn] = useState<{ under: string; strokes: Strokes }>({ under: wording, strokes: [] })
  const [prefersTyped, setTyped] = useState(isTypedFirst)
  const [isPressed, setPressed] = useState(false)
  const isTyped = prefersTyped && !mustDraw
  const strokes = drawn.under === wording ? drawn.strokes : []
  const lacksName = name.trim() === ''
  const lacksSignature = !isTyped && strokes.length === 0
  const sign = () => {
    setPressed(true)
    if (busy || lacksName || lacksSignature) return
    onSign({ name: name.trim(), wording, strokes: isTyped ? [] : strokes })
  }
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        sign()
      }}
    >
      <p className="font-medium">{wording}</p>
      <TextField
        label="Your name"
        name="name"
        dir="auto"
        autoComplete="name"
        maxLength={100}
        value={name}
        error={isPressed && lacksName ? 'Please type your name' : undefined}
        onChange={(event) => void nameStore.write(event.target.value)}
      />
      {children}
      {!isTyped && (
        <SignatureField
          key={wording}
          strokes={strokes}
          onChange={(next) => setDrawn({ under: wording, strokes: next })}
          error={isPressed && lacksSignature ? 'Please sign in the box' : undefined}
        />
      )}
      {!mustDraw && (
        <Checkbox
          label={isTypedFirst ? 'Sign with my typed name' : 'Sign with my typed name instead'}
          checked={isTyped}
          onChange={setTyped}
        />
      )}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {formId === undefined && (
        <Button type="submit" size="large" busy={busy} busyText={busyText}>
          {label}
        </Button>
      )}
    </form>
  )
}
