import { useState } from 'react'
import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Attention } from '../../contract/admin/attention.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useAttention } from './admin-queries.ts'
import { formatMoment, suspectWords } from './admin-words.ts'
import { AttentionItems } from './attention-items.tsx'
import { UpcomingJobs } from './upcoming-jobs.tsx'

/** Items that need a person, with the jobs of today and tomorrow. One line while nothing is wrong. */
export function AttentionPanel({ showsShop }: { showsShop: boolean }) {
  const query = useAttention()
  if (query.data) return <Panel attention={query.data} showsShop={showsShop} />
  if (query.isError)
    return (
      <ErrorState
        message={`Couldn’t load what needs attention. ${query.error.message}`}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return null
}

function daysOf({ todayTotal, tomorrowTotal }: Attention): string {
  if (todayTotal + tomorrowTotal === 0) return 'No jobs today or tomorrow.'
  return `${todayTotal} ${todayTotal === 1 ? 'job' : 'jobs'} today, ${tomorrowTotal} tomorrow.`
}

/** The headlines of everything that needs attention. */
function listWrong(attention: Attention): string[] {
  const { total, pendingShops, pendingShopChanges, withheldMails, mailOutage, strayDisputes, cardAlarm } =
    attention
  return [
    mailOutage ? 'Email can’t be sent' : '',
    cardAlarm ? 'Many cards are declined' : '',
    withheldMails > 0
      ? `${withheldMails} ${withheldMails === 1 ? 'email was' : 'emails were'} held back`
      : '',
    total > 0 ? `${total} ${total === 1 ? 'appointment needs' : 'appointments need'} attention` : '',
    strayDisputes.length > 0
      ? `${strayDisputes.length} unknown ${strayDisputes.length === 1 ? 'payment is' : 'payments are'} disputed`
      : '',
    pendingShops > 0
      ? `${pendingShops} ${pendingShops === 1 ? 'shop is' : 'shops are'} waiting for approval`
      : '',
    ...suspectWords(attention),
    pendingShopChanges > 0
      ? `${pendingShopChanges} ${pendingShopChanges === 1 ? 'shop change is' : 'shop changes are'} waiting for approval`
      : '',
  ].filter(Boolean)
}

function headlineOf(attention: Attention): string {
  const days = daysOf(attention)
  const wrong = listWrong(attention)
  return wrong.length === 0 ? `Nothing needs attention. ${days}` : `${wrong.join(', ')}. ${days}`
}

/**
 * The minimum window height to open the panel by default: in a lower window it would push the list out of
 * sight.
 */
const highWindow = '(min-height: 56rem)'

function Panel({ attention, showsShop }: { attention: Attention; showsShop: boolean }) {
  const { items, todayTotal, tomorrowTotal } = attention
  const isWrong = listWrong(attention).length > 0
  const hasJobs = todayTotal + tomorrowTotal > 0
  const hasMore = isWrong || hasJobs
  // Until the user toggles it, the panel is open when something is wrong and there is room. Closed, it shows
  // the most urgent item.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isHigh = useMedia(highWindow)
  const isOpen = hasMore && (chosen ?? (isWrong && isHigh))
  const [first] = items
  const Icon = isWrong ? TriangleAlert : CircleCheck
  const line = (
    <>
      <Icon
        className={classNames('mt-0.5 size-5 shrink-0', isWrong ? 'text-warn' : 'text-good')}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        {headlineOf(attention)}
        {first && !isOpen && (
          <span className="mt-0.5 block text-sm font-normal wrap-anywhere text-muted">
            Most urgent: <bdi>{first.customerName}</bdi>,{' '}
            {formatMoment(first.appointmentDate, first.timeZone)}. {first.sentence}
          </span>
        )}
      </span>
    </>
  )
  const row = 'flex w-full items-start gap-3 rounded-card px-5 py-4 text-left font-medium'
  return (
    <section
      aria-label="What needs attention"
      className="rounded-card border border-line bg-surface shadow-lift"
    >
      <h2>
        {hasMore ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="attention-body"
            onClick={() => setChosen(!isOpen)}
            className={classNames(row, 'transition-colors hover:bg-hover/50 focus-visible:-outline-offset-2')}
          >
            {line}
            <ChevronDown
              className={classNames(
                'mt-0.5 size-5 shrink-0 text-muted transition-transform',
                isOpen && 'rotate-180',
              )}
              aria-hidden="true"
            />
          </button>
        ) : (
          <span className={row}>{line}</span>
        )}
      </h2>
      <div id="attention-body" hidden={!isOpen} className="grid gap-6 border-t border-line px-5 pt-5 pb-6">
        {isWrong && <AttentionItems attention={attention} showsShop={showsShop} />}
        {hasJobs && <UpcomingJobs attention={attention} showsShop={showsShop} />}
      </div>
    </section>
  )
}
