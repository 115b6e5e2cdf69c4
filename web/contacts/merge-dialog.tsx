import { useRef, useState } from 'react'
import type { ContactPage, SamePerson } from '../../contract/contacts/contacts.ts'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.ts'
import { useContactChange } from './contact-queries.ts'
import { countWords, shownPhone } from './contact-words.ts'

type Side = 'this' | 'other'
type Field = 'name' | 'phone' | 'email'
type Facts = Pick<SamePerson, Field>

const labels: Record<Field, string> = { name: 'Name', phone: 'Phone', email: 'Email' }

function shownValue(field: Field, value: string | null): string {
  if (value === null) return `No ${labels[field].toLowerCase()}`
  return field === 'phone' ? shownPhone(value) : value
}

/** The side of each field at first: this contact's, or the other's where this one has none. */
function firstSides(page: Facts, other: Facts): Record<Field, Side> {
  const sideOf = (field: Field): Side => (page[field] === null && other[field] !== null ? 'other' : 'this')
  return { name: sideOf('name'), phone: sideOf('phone'), email: sideOf('email') }
}

type MergeDialogProps = { page: ContactPage; other: SamePerson; onClose: () => void }

/** Compares two contacts and merges the other one into this one, with the chosen name, phone and email. */
export function MergeDialog({ page, other, onClose }: MergeDialogProps) {
  const backButton = useRef<HTMLButtonElement>(null)
  const [sides, setSides] = useState(firstSides(page, other))
  const { busy, problem, change } = useContactChange()
  const close = () => {
    if (!busy) onClose()
  }
  const valueOf = <Key extends Field>(field: Key): Facts[Key] =>
    (sides[field] === 'this' ? page : other)[field]
  const merge = async () => {
    const body = {
      otherId: other.id,
      name: valueOf('name'),
      phone: valueOf('phone'),
      email: valueOf('email'),
    }
    const merged = await change(() => call('contacts.merge', { params: { id: page.id }, body }))
    if (!merged) return
    onClose()
    toast({ title: 'Contacts merged', description: 'You can undo this at the end of the page.' })
  }
  const differing = (['name', 'phone', 'email'] as const).filter((field) => page[field] !== other[field])
  const own = page.counts.upcoming + page.counts.completed + page.counts.cancelled
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      size="wide"
      title="Merge these contacts?"
      description="Appointments, notes and cars of both come together. You can undo it later."
      initialFocus={backButton}
      footer={
        <>
          <Button ref={backButton} variant="secondary" disabled={busy} onClick={close}>
            Keep apart
          </Button>
          <Button busy={busy} busyText="Merging..." onClick={() => void merge()}>
            Merge contacts
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <div className="grid gap-3 sm:grid-cols-2">
          <Record title="This contact" facts={page} appointments={own} />
          <Record title="Other contact" facts={other} appointments={other.appointments} />
        </div>
        {differing.map((field) => (
          <RadioGroup
            key={field}
            legend={`${labels[field]} to keep`}
            value={sides[field]}
            onChange={(side) => setSides({ ...sides, [field]: side })}
            className="sm:[&>div]:grid-cols-2"
            options={(['this', 'other'] as const).map((side) => ({
              value: side,
              label: (
                <bdi className="wrap-anywhere">
                  {shownValue(field, (side === 'this' ? page : other)[field])}
                </bdi>
              ),
            }))}
          />
        ))}
        {problem !== null && <Alert tone="bad">{problem.sentence}</Alert>}
      </div>
    </Dialog>
  )
}

function Record({ title, facts, appointments }: { title: string; facts: Facts; appointments: number }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-sunken px-4 py-3">
      <h3 className="text-fine font-semibold text-muted">{title}</h3>
      <bdi className="block text-left font-medium wrap-anywhere">{facts.name}</bdi>
      <p className="text-sm wrap-anywhere text-muted">{shownValue('phone', facts.phone)}</p>
      <p className="text-sm wrap-anywhere text-muted">{shownValue('email', facts.email)}</p>
      <p className="text-sm text-muted">{countWords(appointments)}</p>
    </section>
  )
}
