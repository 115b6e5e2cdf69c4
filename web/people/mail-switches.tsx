import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownMailKinds, type OwnMailKind, type OwnMails } from '../../contract/people/own-mails.ts'
import { call, CallError } from '../api/client.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

const words: Record<OwnMailKind, { label: string; sentence: string }> = {
  shop_appointment_booked: { label: 'New appointments', sentence: 'When a customer books.' },
  shop_appointment_moved: { label: 'New times', sentence: 'When an appointment is rescheduled.' },
  shop_package_changed: { label: 'Changed packages', sentence: 'When a customer picks another package.' },
  shop_appointment_cancelled: { label: 'Cancellations', sentence: 'When an appointment is cancelled.' },
  shop_day_sheet: { label: 'Day sheet', sentence: 'At 7 AM, every job of the day.' },
  shop_done_not_charged: {
    label: 'Not charged yet',
    sentence: 'In the evening, finished jobs that wait for Capture Payment.',
  },
}

const unchangedSentence = 'Your emails didn’t change. Please try again.'

const keyOf = (shopId: number) => ['own-mails', shopId] as const
const paramsOf = (shopId: number) => ({ id: String(shopId) })

/** A switch for each kind of mail about the shop's work, for the signed-in person alone. */
export function MailSwitches({ shopId }: { shopId: number }) {
  const query = useQuery({
    queryKey: keyOf(shopId),
    queryFn: ({ signal }) => call('people.findOwnMails', { params: paramsOf(shopId), signal }),
    refetchOnMount: 'always',
  })
  return (
    <QueryState query={query} loading="Loading your emails..." shape={<Skeleton className="h-72" />}>
      {(mails) => <Switches shopId={shopId} mails={mails} />}
    </QueryState>
  )
}

function Switches({ shopId, mails }: { shopId: number; mails: OwnMails }) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const turn = async (kind: OwnMailKind, isOn: boolean) => {
    const muted = isOn ? mails.muted.filter((each) => each !== kind) : [...mails.muted, kind]
    try {
      const saved = await call('people.changeOwnMails', { params: paramsOf(shopId), body: { muted } })
      queries.setQueryData(keyOf(shopId), saved)
      toast({ title: isOn ? 'Email switched on' : 'Email switched off' })
    } catch (error) {
      showErrorToast(error, error instanceof CallError ? error.message : unchangedSentence)
    }
  }
  return (
    <ul className="grid gap-4">
      {ownMailKinds.map((kind) => (
        <li key={kind}>
          <Switch
            label={
              <>
                <span className="block font-medium">{words[kind].label}</span>
                <span className="block text-muted">{words[kind].sentence}</span>
              </>
            }
            checked={!mails.muted.includes(kind)}
            disabled={busy}
            onChange={(isOn) => void run(() => turn(kind, isOn))}
          />
        </li>
      ))}
    </ul>
  )
}
