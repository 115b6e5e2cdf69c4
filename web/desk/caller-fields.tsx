import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { spokenConsentWording } from '../../contract/texts/consent.ts'
import type { ListedContact } from '../../contract/contacts/contacts.ts'
import { call } from '../api/client.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import type { DeskDraft, DraftErrors } from './desk-draft.ts'

type CallerFieldsProps = {
  shopId: number
  draft: DeskDraft
  errors: DraftErrors
  phoneField: RefObject<HTMLInputElement | null>
  /** Whether the shop can text the caller. */
  sendsTexts: boolean
  onChange: (parts: Partial<DeskDraft>) => void
}

/** Characters from which known people are searched for. */
const enough = 3
const typingRestMs = 150
const mostShown = 3

/** People of the shop with this phone or name. */
function useKnownPeople(shopId: number, typed: string): readonly ListedContact[] {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), typingRestMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['known-people', shopId, asked],
    queryFn: ({ signal }) =>
      call('contacts.list', { query: { shopId: String(shopId), search: asked }, signal }),
    enabled: asked.length >= enough,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return typed.length >= enough && data ? data.contacts.slice(0, mostShown) : []
}

/** Phone, name and email of the caller. A known person fills them in. */
export function CallerFields({ shopId, draft, errors, phoneField, sendsTexts, onChange }: CallerFieldsProps) {
  const [lastTyped, setLastTyped] = useState('')
  const known = useKnownPeople(shopId, draft.contactId === null ? lastTyped.trim() : '')
  const choose = ({ id, name, phone, email }: ListedContact) =>
    onChange({
      contactId: id,
      agreesToTexts: false,
      name,
      phone: phone === null ? draft.phone : formatPhone(phone),
      email: email ?? draft.email,
    })
  const takeFirst = (event: KeyboardEvent) => {
    const [first] = known
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    choose(first)
  }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-3">
        <TextField
          ref={phoneField}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(123) 456-7890"
          value={draft.phone}
          error={errors.phone}
          onKeyDown={takeFirst}
          onChange={(event) => {
            const phone = formatPhone(event.target.value)
            onChange({ phone, contactId: null, agreesToTexts: false })
            setLastTyped(phone)
          }}
        />
        <TextField
          label="Name"
          autoComplete="off"
          value={draft.name}
          error={errors.name}
          onKeyDown={takeFirst}
          onChange={(event) => {
            onChange({ name: event.target.value, contactId: null })
            setLastTyped(event.target.value)
          }}
        />
      </div>
      {known.length > 0 && (
        <ul aria-label="Known customers" className="-mt-1 grid gap-1">
          {known.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => choose(person)}
                className="flex min-h-10 w-full items-center gap-2 rounded-control border border-line bg-sunken px-3 text-left text-sm hover:border-line-strong"
              >
                <bdi className="min-w-0 truncate font-medium">{person.name}</bdi>
                <span className="shrink-0 text-muted tabular-nums">{formatPhone(person.phone ?? '')}</span>
                {index === 0 && (
                  <kbd className="ml-auto shrink-0 rounded border border-line px-1.5 text-fine text-muted max-sm:hidden">
                    Enter
                  </kbd>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className="sr-only">
        {known.length > 0 && `${known.length} known customers. Enter takes the first.`}
      </output>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        optional
        value={draft.email}
        error={errors.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      {sendsTexts && (
        <Checkbox
          label={
            <span className="block text-sm font-normal">
              Said yes to: <span className="text-muted">“{spokenConsentWording}”</span>
            </span>
          }
          checked={draft.agreesToTexts}
          onChange={(agreesToTexts) => onChange({ agreesToTexts })}
        />
      )}
    </div>
  )
}
