import type { Attention } from '../../contract/admin/attention.ts'
import { Button } from '../ui/button.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { formatMoment } from './admin-words.ts'
import { useMarkStrangersRead } from './use-repairs.ts'

type StrangersTextProps = { text: Attention['strangersTexts'][number]; showsShop: boolean }

/** A text message of a phone without an appointment. */
export function StrangersText({ text, showsShop }: StrangersTextProps) {
  const { id, phone, body, at, timeZone, shopName } = text
  const { busy, problem, mark } = useMarkStrangersRead(id)
  return (
    <li className="grid gap-x-6 gap-y-2.5 border-b border-line py-3.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 text-ui wrap-anywhere">
        <p className="font-medium">
          Text from a phone without an appointment: “<bdi>{body}</bdi>”
        </p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-muted">
          <PhoneLink phone={phone} />
          {showsShop && <bdi>{shopName}</bdi>}
          <span>{formatMoment(at, timeZone)}</span>
        </p>
        <output className="block text-sm font-medium text-bad">{problem}</output>
      </div>
      <Button variant="secondary" size="small" busy={busy} busyText="Saving..." onClick={mark}>
        Mark as read<span className="sr-only">: text from {phone}</span>
      </Button>
    </li>
  )
}
