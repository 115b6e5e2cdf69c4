import { useId, type ReactNode, type RefObject } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useUnsaved } from './unsaved-changes.tsx'

type SettingsSectionProps = {
  /** Where the list of sections leads. */
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One part of a shop's page. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-6">
      <Card>
        <h3 id={headingId} className="text-xl font-semibold">
          {title}
        </h3>
        {lead && <p className="mt-1 max-w-prose text-[0.9375rem] text-muted">{lead}</p>}
        <div className="mt-5 grid gap-5">{children}</div>
      </Card>
    </section>
  )
}

type SettingsFormProps = {
  /** What is saved, for the warnings: 'hours'. */
  part: string
  /** What the button says. */
  saveLabel: string
  /** Names the form for assistive technology where its section has more than one. */
  label: string
  form: RefObject<HTMLFormElement | null>
  isChanged: boolean
  busy: boolean
  problem: string | null
  onSave: () => Promise<void>
  onGiveUp: () => void
  children: ReactNode
}

/** A form that is saved by itself, checked by us and never sent by the browser. Says so while it is not saved. */
export function SettingsForm(props: SettingsFormProps) {
  const { part, saveLabel, label, form, isChanged, busy, problem, onSave, onGiveUp, children } = props
  useUnsaved(part, isChanged)
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      {children}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={!isChanged} busy={busy} busyText="Saving...">
          {saveLabel}
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" disabled={busy} onClick={onGiveUp}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet</span>
          </>
        )}
      </div>
    </form>
  )
}
