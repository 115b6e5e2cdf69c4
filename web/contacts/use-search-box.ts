import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { longestSearch } from '../../contract/limits.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { paths } from '../paths.ts'
import { searchOptions, useSearchResults } from './contact-queries.ts'
import { hitsOf, optionId, type SearchHit } from './search-results.tsx'

/** Debounce of typing, in milliseconds. */
const typingRestMs = 150

function open(hit: SearchHit): void {
  if (hit.kind === 'appointment') openAppointment(hit.id)
  else navigate(paths.contact(hit.id))
}

/**
 * State and keys of the search box, by the combobox pattern:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The first result is active, so that Enter opens it;
 * Enter before the results have come opens it then.
 */
export function useSearchBox(shopId: number | null, field: RefObject<HTMLInputElement | null>) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  // The number of the last key press that counts: a later one ends the wait of an earlier Enter.
  const lastPress = useRef(0)
  const queries = useQueryClient()
  const text = typed.trim()
  const isTooLong = text.length > longestSearch

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), typingRestMs)
    return () => clearTimeout(timer)
  }, [text])

  const results = useSearchResults(isTooLong ? '' : asked, shopId)
  const isCurrent = asked === text && !results.isPlaceholderData && !results.isFetching
  const hits = text === '' || isTooLong || !results.data ? [] : hitsOf(results.data)
  const place = Math.min(active, hits.length - 1)

  const close = () => {
    lastPress.current += 1
    setOpen(false)
  }
  const choose = (hit: SearchHit) => {
    close()
    field.current?.blur()
    open(hit)
  }
  /** Opens the first result of the typed text, once it has come. */
  const chooseFirst = async () => {
    lastPress.current += 1
    const press = lastPress.current
    setAsked(text)
    // The popup shows a failure: it reads the same query.
    const reply = await queries.fetchQuery(searchOptions(text, shopId)).catch(() => null)
    const first = reply && hitsOf(reply)[0]
    if (first && press === lastPress.current) choose(first)
  }

  const press = (event: KeyboardEvent) => {
    // An input method confirms its own choice with Enter.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else if (hits.length > 0) setActive((place + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const hit = hits[place]
      setOpen(true)
      if (isOpen && isCurrent && hit) choose(hit)
      else if (text !== '' && !isTooLong && !isCurrent) void chooseFirst()
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return {
    listId,
    typed,
    text,
    type: (value: string) => {
      setTyped(value)
      setActive(0)
      lastPress.current += 1
      setOpen(true)
    },
    isOpen,
    openBox: () => setOpen(true),
    close,
    press,
    hits,
    active: place,
    activeId: isOpen && hits.length > 0 ? optionId(listId, place) : undefined,
    point: setActive,
    choose,
    isTooLong,
    isCurrent,
    results,
  }
}
