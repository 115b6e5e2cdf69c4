import { useState } from 'react'
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import type { LinkedWork } from '../../../contract/workshop/sign-off.ts'
import { workPhotoKinds, type NewSignOff } from '../../../contract/workshop/work-order.ts'
import { photoKindWords } from '../../../contract/workshop/work-words.ts'
import { formatMoment } from '../../admin/admin-words.ts'
import { call, CallError } from '../../api/client.ts'
import { isLinkRefused } from '../../api/link-refused.ts'
import { problemWords } from '../../api/problem-words.ts'
import { formatVehicle } from '../../appointments/appointment-words.ts'
import { createQueryClient } from '../../appointments/queries.ts'
import { PageLoading } from '../../layout/page-loading.tsx'
import { Page } from '../../layout/page.tsx'
import { textStore } from '../../ui/browser-store.ts'
import { Card } from '../../ui/card.tsx'
import { LinkMissing, LinkRefused } from './job-link-states.tsx'
import { nonBreakingHours } from '../../ui/non-breaking.ts'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useUrlToken } from '../../ui/use-url-token.ts'
import { PhotoGrid } from '../work-order/photo-grid.tsx'
import { isPhoneEnd, PhoneEndField } from './phone-end-field.tsx'
import { SignForm } from './sign-form.tsx'
import { signerNameStore } from './signer-draft.ts'

const signOffToken = textStore('sign-off-token', (text) => text)
const linkedKey = (token: string) => ['linked-work', token] as const

/** Behind the link of the news that a car is ready: the work, and the customer's signature. No sign-in. */
export function SignOffPage() {
  const [queryClient] = useState(createQueryClient)
  const token = useUrlToken(signOffToken)
  if (token === undefined) return <PageLoading />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Your installation" width="regular">
        {token === null ? <LinkMissing /> : <ByLink key={token} token={token} />}
      </Page>
    </QueryClientProvider>
  )
}

function ByLink({ token }: { token: string }) {
  const linked = useQuery({
    queryKey: linkedKey(token),
    queryFn: ({ signal }) => call('work.findLinked', { body: { token }, signal }),
  })
  if (isLinkRefused(linked.error)) return <LinkRefused />
  return (
    <QueryState query={linked} loading="Loading your installation...">
      {(work) => <Work work={work} token={token} />}
    </QueryState>
  )
}

function Work({ work, token }: { work: LinkedWork; token: string }) {
  const { photos, notes, signedAt } = work
  return (
    <Card className="grid gap-6">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">
          <bdi>{formatVehicle(work.vehicleInfo)}</bdi>
        </h2>
        <p className="text-muted">
          {work.packageName} at <bdi>{work.shopName}</bdi>
        </p>
        {work.shopPhone !== null && <PhoneLink phone={work.shopPhone} />}
      </div>
      <ul className="list-disc pl-6">
        {work.packageParts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {workPhotoKinds.map((kind) => {
        const ofKind = photos.filter((photo) => photo.kind === kind)
        return (
          ofKind.length > 0 && (
            <section key={kind} aria-label={photoKindWords[kind]} className="grid gap-2">
              <h3 className="font-semibold">{photoKindWords[kind]}</h3>
              <PhotoGrid photos={ofKind} words={photoKindWords[kind]} />
            </section>
          )
        )
      })}
      {notes.length > 0 && (
        <section aria-label="Notes from the shop" className="grid gap-2">
          <h3 className="font-semibold">Notes from the shop</h3>
          {notes.map(({ id, body }) => (
            <p key={id} dir="auto" className="rounded-control bg-sunken px-4 py-3 wrap-anywhere">
              {body}
            </p>
          ))}
        </section>
      )}
      {signedAt !== null ? (
        <section aria-label="Signed" className="grid gap-1">
          <h3 className="flex items-center gap-2 font-semibold text-good">
            <CircleCheckBig className="size-5" aria-hidden="true" />
            Signed. Thank you!
          </h3>
          <p className="text-muted">{nonBreakingHours(formatMoment(signedAt, work.timeZone))}</p>
        </section>
      ) : work.canSign ? (
        <SignByLink work={work} token={token} />
      ) : (
        <p className="text-muted">
          The work isn’t done yet. You can sign here once the shop marks the work as done.
        </p>
      )}
    </Card>
  )
}

function SignByLink({ work, token }: { work: LinkedWork; token: string }) {
  const queries = useQueryClient()
  const draftKey = `linked-work:${token}`
  const [phoneEnd, setPhoneEnd] = useState('')
  const [isPressed, setPressed] = useState(false)
  const signing = useMutation({
    mutationFn: (signed: NewSignOff) => call('work.signByLink', { body: { ...signed, token, phoneEnd } }),
    onSuccess: (signed) => {
      signerNameStore(draftKey).write(null)
      queries.setQueryData(linkedKey(token), signed)
    },
  })
  const { error } = signing
  const isWrongPhone = error instanceof CallError && error.code === 'phone_not_matching'
  return (
    <section
      aria-label="Sign"
      className="grid gap-3 border-t border-line pt-5"
      onSubmitCapture={() => setPressed(true)}
    >
      <p className="text-muted">Please test everything at the shop before you sign.</p>
      <SignForm
        draftKey={draftKey}
        wording={work.wording}
        busy={signing.isPending}
        problem={error && !isWrongPhone ? problemWords(error, 'Your signature may not be saved yet.') : null}
        onSign={(signed) => {
          if (isPhoneEnd(phoneEnd)) signing.mutate(signed)
        }}
      >
        <PhoneEndField
          value={phoneEnd}
          hint="So that nobody else can sign for you."
          refused={isWrongPhone ? error.message : undefined}
          isPressed={isPressed}
          onChange={(digits) => {
            setPhoneEnd(digits)
            signing.reset()
          }}
        />
      </SignForm>
    </section>
  )
}
