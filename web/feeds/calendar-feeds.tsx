import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CalendarFeed, FeedKind } from '../../contract/feeds/feeds.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { readWords } from './feed-words.ts'

const unknownSentence = 'We don’t know yet whether the link changed. Reload the page.'

const kindWords: Record<FeedKind, { title: string; sentence: string }> = {
  shop: {
    title: 'All jobs of the shop',
    sentence: 'With customers’ names, phones and cars. Keep the link to yourself.',
  },
  mine: { title: 'Your own jobs', sentence: 'The jobs that are assigned to you.' },
}

/** The calendar subscriptions of the signed-in person at a shop. */
export function CalendarFeeds({ shopId }: { shopId: number }) {
  const query = useQuery({
    queryKey: ['calendar-feeds', shopId],
    queryFn: ({ signal }) => call('feeds.list', { params: { id: String(shopId) }, signal }),
    refetchOnMount: 'always',
    staleTime: 0,
  })
  return (
    <QueryState query={query} loading="Loading your calendars..." shape={<Skeleton className="h-40" />}>
      {({ possible, feeds }) => (
        <ul className="grid gap-6">
          {possible.map((kind) => (
            <Feed
              key={kind}
              shopId={shopId}
              kind={kind}
              feed={feeds.find((each) => each.kind === kind) ?? null}
            />
          ))}
        </ul>
      )}
    </QueryState>
  )
}

type FeedProps = { shopId: number; kind: FeedKind; feed: CalendarFeed | null }

function Feed({ shopId, kind, feed }: FeedProps) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'replace' | 'revoke' | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ['calendar-feeds', shopId] })
  const creating = useMutation({
    mutationFn: () => call('feeds.create', { params: { id: String(shopId) }, body: { kind } }),
    onSuccess: refresh,
  })
  const revoking = useMutation({
    mutationFn: () => call('feeds.revoke', { params: { id: String(shopId), kind } }),
    onSuccess: async () => {
      creating.reset()
      await refresh()
    },
  })
  const error = creating.error ?? revoking.error
  const { title, sentence } = kindWords[kind]
  return (
    <li className="grid gap-3">
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-sm text-muted">{sentence}</p>
      </div>
      {creating.data && feed && <NewLink url={creating.data.url} />}
      {feed && <p className="text-sm text-muted">{readWords(feed)}</p>}
      <div className="flex flex-wrap gap-2">
        {feed ? (
          <>
            <Button
              variant="secondary"
              size="small"
              busy={creating.isPending}
              busyText="Replacing..."
              onClick={() => setAsks('replace')}
            >
              Replace link
            </Button>
            <Button
              variant="secondary"
              size="small"
              busy={revoking.isPending}
              busyText="Ending..."
              onClick={() => setAsks('revoke')}
            >
              End link
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            size="small"
            busy={creating.isPending}
            busyText="Creating..."
            onClick={() => creating.mutate()}
          >
            Create link<span className="sr-only">: {title}</span>
          </Button>
        )}
      </div>
      {error && <Alert tone="bad">{problemWords(error, unknownSentence)}</Alert>}
      {asks !== null && (
        <ConfirmDialog
          title={asks === 'replace' ? 'Replace this link?' : 'End this link?'}
          confirmLabel={asks === 'replace' ? 'Replace' : 'End'}
          busyText="Changing..."
          keepLabel="Keep it"
          busy={false}
          problem={null}
          onClose={() => setAsks(null)}
          onConfirm={() => {
            setAsks(null)
            if (asks === 'replace') creating.mutate()
            else revoking.mutate()
          }}
        >
          Calendars that use this link stop showing the jobs.
        </ConfirmDialog>
      )}
    </li>
  )
}

/** The address, shown once, with the ways to subscribe. */
function NewLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  const subscribed = url.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscribed)}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      setCopied(false)
      toast({
        title: 'Couldn’t copy the link',
        description: 'Select and copy it yourself.',
        variant: 'destructive',
      })
    }
  }
  return (
    <div className="grid gap-3 rounded-control border border-line bg-sunken p-4">
      <TextField
        label="Secret link"
        hint="Shown once. Anyone with it can see these jobs."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <ButtonLink href={subscribed} variant="secondary" size="small">
          Apple or Outlook
        </ButtonLink>
        <ButtonLink href={google} variant="secondary" size="small" newTab>
          Google Calendar
        </ButtonLink>
      </div>
      <output className="sr-only">{isCopied && 'The link is copied.'}</output>
    </div>
  )
}
