import { useId, type ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import type { FormDraft } from '../ui/use-form-draft.ts'
import { useUnsaved } from './unsaved-changes.tsx'
import type { ShopChanging } from './use-shop-change.ts'

type SettingsSectionProps = {
  /** Anchor of the section list. */
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} tabIndex={-1} className="scroll-mt-6">
      <Card>
        <h3 id={headingId} className="text-xl font-semibold">
          {title}
        </h3>
        {lead && <p className="mt-1 max-w-prose text-ui text-muted">{lead}</p>}
        <div className="mt-5 grid gap-5">{children}</div>
      </Card>
    </section>
  )
}

type SettingsFormProps = {
  /** The subject of the warnings: 'hours'. */
  part: string
  /** The submit button's label. */
  saveLabel: string
  /** Accessible name of the form, where its section has more than one. */
  label: string
  draft: FormDraft
  changing: ShopChanging
  /** Returns whether it succeeded; then the draft is discarded. */
  onSave: () => Promise<boolean>
  children: ReactNode
}

/** A form that is saved on its own and validated by this page. Shows whether it has unsaved changes. */
export function SettingsForm(props: SettingsFormProps) {
  const { part, saveLabel, label, draft, changing, onSave, children } = props
  const { isChanged } = draft
  const { form, busy, problem, forget } = changing
  useUnsaved(part, isChanged)
  const submit = async () => {
    if (await onSave()) draft.discard()
  }
  const discard = () => {
    draft.discard()
    forget()
    // The pressed button disappears.
    form.current?.closest('section')?.focus({ preventScroll: true })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
            <Button variant="ghost" disabled={busy} onClick={discard}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet</span>
          </>
        )}
      </div>
    </form>
  )
}
