import { useState } from 'react'
import { newNote, type ContactPage } from '../../contract/contacts/contacts.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useContactChange } from './contact-queries.ts'
import { Part } from './contact-part.tsx'

/** Notes about a person, the newest first, with a field for another one. The person can ask to read them. */
export function ContactNotes({ page }: { page: ContactPage }) {
  const mayChange = useMay('contact.change')
  return (
    <Part title="Notes">
      {mayChange && <NewNote id={page.id} />}
      {page.notes.length === 0 && !mayChange && <p className="text-ui text-muted">No notes yet.</p>}
      {page.notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-3">
          {page.notes.map((note) => (
            <li key={note.id} className="grid gap-0.5 border-l-2 border-line pl-3">
              <bdi className="block text-left text-ui wrap-anywhere">{note.text}</bdi>
              <span className="text-sm text-muted">
                {note.by !== null && (
                  <>
                    <bdi>{note.by.name}</bdi>,{' '}
                  </>
                )}
                {formatMoment(note.writtenAt, page.timeZone)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function NewNote({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { busy, problem, change } = useContactChange()
  const save = async () => {
    const found = findFieldErrors(newNote, { text })['text']
    setError(found)
    if (found !== undefined) return
    // Typing goes on while the note is saved.
    if (await change(() => call('contacts.addNote', { params: { id }, body: { text } })))
      setText((now) => (now === text ? '' : now))
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="New note"
        hint="The customer can ask to read it."
        autoComplete="off"
        value={text}
        error={error ?? problem?.sentence}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="justify-self-start"
        busy={busy}
        busyText="Adding..."
      >
        Add note
      </Button>
    </form>
  )
}
