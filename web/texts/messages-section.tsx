import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import type { Conversation, TextMessage } from '../../contract/texts/conversation.ts'
import { spokenConsentWording } from '../../contract/texts/consent.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useConversation, useConversationChange } from './conversation-query.ts'
import { MessageForm } from './message-form.tsx'
import { consentWords, isUnsent, stateWords } from './text-words.ts'
import { useReadOnceSeen } from './use-read-once-seen.ts'

type MessagesSectionProps = { details: Pick<AppointmentDetails, 'id' | 'timeZone' | 'customerName'> }

/** The text messages (SMS) with the customer of an appointment. */
export function MessagesSection({ details }: MessagesSectionProps) {
  const query = useConversation(details.id)
  return (
    <section aria-labelledby="messages-heading" className="border-t border-line pt-6">
      <h3 id="messages-heading" className="mb-3 font-semibold">
        Text messages
      </h3>
      <QueryState query={query} loading="Loading the messages..." shape={<Skeleton className="h-20" />}>
        {(conversation) => <Messages details={details} conversation={conversation} />}
      </QueryState>
    </section>
  )
}

function Messages({ details, conversation }: MessagesSectionProps & { conversation: Conversation }) {
  const { id, timeZone, customerName } = details
  const mayWrite = useMay('text.write')
  const newest = conversation.messages.findLast(({ isUnread }) => isUnread)?.id
  const list = useReadOnceSeen(id, newest)
  return (
    <div className="grid gap-4">
      <Consent details={details} conversation={conversation} mayChange={mayWrite} />
      {conversation.messages.length > 0 && (
        <ol ref={list} aria-label={`Messages with ${customerName}`} className="grid gap-2.5">
          {conversation.messages.map((message) => (
            <Message key={message.id} message={message} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {mayWrite && conversation.barrier === null && <MessageForm id={id} customerName={customerName} />}
    </div>
  )
}

function Message({ message, timeZone }: { message: TextMessage; timeZone: string }) {
  const { direction, body, at, state, by } = message
  const isIn = direction === 'in'
  return (
    <li
      data-message={message.id}
      className={classNames('grid max-w-[34rem] gap-1', isIn ? 'justify-self-start' : 'justify-self-end')}
    >
      <p
        className={classNames(
          'rounded-card px-3.5 py-2.5 text-ui whitespace-pre-line wrap-anywhere',
          isIn ? 'rounded-bl-sm bg-hover' : 'rounded-br-sm bg-info-soft',
          state === 'queued' && 'opacity-70',
        )}
      >
        <span className="sr-only">{isIn ? 'The customer: ' : `${by?.name ?? 'Automatic text'}: `}</span>
        <bdi>{body}</bdi>
      </p>
      <p className={classNames('text-fine text-muted', !isIn && 'text-right')}>
        {!isIn && (by ? <bdi>{by.name}</bdi> : 'Automatic')}
        {!isIn && ' · '}
        {state !== 'queued' && formatMoment(at, timeZone)}
        {!isIn && (
          <span className={isUnsent(message) ? 'font-medium text-bad' : ''}>
            {state !== 'queued' && ' · '}
            {stateWords(message, timeZone)}
          </span>
        )}
      </p>
    </li>
  )
}

type ConsentProps = MessagesSectionProps & { conversation: Conversation; mayChange: boolean }

/** Whether the customer gets texts, and the button that records their yes or no. */
function Consent({ details, conversation, mayChange }: ConsentProps) {
  const { barrier, consent } = conversation
  const { mutate, isPending, error } = useConversationChange(details.id, (agrees: boolean) =>
    call('texts.recordAnswer', { params: { id: details.id }, body: { agrees } }),
  )
  const maySayYes = consent === null && (barrier === null || barrier === 'not_agreed')
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">{consentWords(conversation, details.timeZone)}</p>
        {mayChange && (maySayYes || consent !== null) && (
          <Button
            variant="secondary"
            size="small"
            busy={isPending}
            busyText="Saving..."
            onClick={() => mutate(maySayYes)}
          >
            {maySayYes ? 'Customer says yes' : 'End texts'}
          </Button>
        )}
      </div>
      {mayChange && maySayYes && <p className="text-sm text-muted">Ask first: “{spokenConsentWording}”</p>}
      {error && (
        <Alert tone="bad">
          {problemWords(error, 'We don’t know yet whether it was saved. Click again.')}
        </Alert>
      )}
    </div>
  )
}
