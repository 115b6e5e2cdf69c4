import { useRef, type RefObject } from 'react'
import { Search, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { controlClass } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { emptyWords, resultWords, searchable, tooLong } from './contact-words.ts'
import { SearchResults } from './search-results.tsx'
import { useSearchBox } from './use-search-box.ts'
import { useSlashKey } from './use-slash-key.ts'

type SearchBoxProps = {
  /** Searches this shop alone; null for every shop in reach. */
  shopId?: number | null
  /** Names the shop of each result, for readers of several. */
  showsShop?: boolean
  className?: string
}

type Box = ReturnType<typeof useSearchBox>

/**
 * Finds an appointment or a person while typing; `/` opens it from anywhere. On a phone the open box fills
 * the screen.
 */
export function SearchBox({ shopId = null, showsShop = false, className }: SearchBoxProps) {
  const frame = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const box = useSearchBox(shopId, field)
  useSlashKey(field)
  return (
    // A fixed height keeps the place while the open box covers a phone's screen.
    <div className={classNames('h-12 sm:h-10', className)}>
      <search
        ref={frame}
        aria-label="Find appointments and people"
        data-open-search={box.isOpen || undefined}
        onBlur={(event) => {
          if (!frame.current?.contains(event.relatedTarget)) box.close()
        }}
        className={classNames(
          'relative block',
          box.isOpen &&
            'max-sm:fixed max-sm:inset-0 max-sm:z-50 max-sm:flex max-sm:flex-col max-sm:bg-canvas max-sm:p-3',
        )}
      >
        <div className="flex items-center gap-1">
          <BoxField box={box} field={field} />
          {box.isOpen && (
            <button
              type="button"
              aria-label="Close search"
              onClick={box.close}
              className="grid size-12 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink sm:hidden"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          )}
        </div>
        <output className="sr-only">
          {box.isOpen && box.isCurrent && box.hits.length > 0 && resultWords(box.hits.length)}
        </output>
        {box.isOpen && <Popup box={box} showsShop={showsShop} />}
      </search>
    </div>
  )
}

function BoxField({ box, field }: { box: Box; field: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Find appointments and people"
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={box.isOpen && box.hits.length > 0}
        aria-controls={box.listId}
        aria-activedescendant={box.activeId}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Name, phone, car, VIN…"
        value={box.typed}
        onChange={(event) => box.type(event.target.value)}
        onFocus={box.openBox}
        onClick={box.openBox}
        onKeyDown={box.press}
        className={classNames(
          controlClass,
          'pl-11 sm:min-h-10',
          // A phone's closed box has room for its icon alone.
          box.isOpen ? 'pr-11' : 'max-sm:pr-0 max-sm:pl-12 sm:pr-11',
        )}
      />
      <kbd
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 rounded border border-line px-1.5 text-fine text-muted max-sm:hidden',
          (box.isOpen || box.typed !== '') && 'hidden',
        )}
      >
        /
      </kbd>
      {box.typed !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            box.type('')
            field.current?.focus()
          }}
          className={classNames(
            'absolute top-1/2 right-1 grid size-10 -translate-y-1/2 place-items-center rounded-control text-muted hover:text-ink',
            !box.isOpen && 'max-sm:hidden',
          )}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** The results, or one sentence about why there are none. */
function Popup({ box, showsShop }: { box: Box; showsShop: boolean }) {
  return (
    <div
      className={classNames(
        'overflow-y-auto overscroll-contain p-2 max-sm:-mx-3 max-sm:mt-2 max-sm:flex-1 max-sm:border-t max-sm:border-line',
        'sm:absolute sm:inset-x-0 sm:top-full sm:z-40 sm:mt-1.5 sm:max-h-[min(36rem,75dvh)] sm:min-w-96 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-float',
      )}
    >
      <PopupContent box={box} showsShop={showsShop} />
    </div>
  )
}

function PopupContent({ box, showsShop }: { box: Box; showsShop: boolean }) {
  const { results, text, hits } = box
  if (text === '') return <Sentence>{searchable}</Sentence>
  if (box.isTooLong) return <Sentence>{tooLong}</Sentence>
  if (results.isError && !results.data)
    return (
      <div role="alert" className="grid justify-items-start gap-3 px-3 py-3">
        <p className="text-ui">{results.error.message}</p>
        <Button
          variant="secondary"
          size="small"
          busy={results.isFetching}
          busyText="Trying again..."
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void results.refetch()}
        >
          Try again
        </Button>
      </div>
    )
  if (!results.data) return <Spinner label="Searching..." className="px-3 py-3 text-muted" />
  const empty = box.isCurrent ? emptyWords(text, results.data) : null
  if (empty !== null) return <Sentence>{empty}</Sentence>
  if (hits.length === 0) return <Spinner label="Searching..." className="px-3 py-3 text-muted" />
  return (
    <SearchResults
      listId={box.listId}
      hits={hits}
      active={box.active}
      showsShop={showsShop}
      onPoint={box.point}
      onChoose={box.choose}
    />
  )
}

function Sentence({ children }: { children: string }) {
  return <output className="block px-3 py-3 text-ui text-balance wrap-anywhere text-muted">{children}</output>
}
