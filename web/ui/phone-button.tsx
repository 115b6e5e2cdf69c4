import { Phone } from 'lucide-react'

// Not `formatPhone`, which reads typed numbers and weighs more than this.
const formatted = (phone: string) => `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`

/** A US phone number of a dense row, ten digits as stored: it calls, and is underlined under the pointer. */
export function QuietPhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:+1${phone}`}
      className="inline-flex min-h-6 items-center whitespace-nowrap text-link tabular-nums underline-offset-4 hover:underline"
    >
      {formatted(phone)}
    </a>
  )
}

/** A round button of 44 pixels that calls a customer. */
export function PhoneButton({ phone, name }: { phone: string; name: string }) {
  return (
    <a
      href={`tel:+1${phone}`}
      aria-label={`Call ${name}, ${formatted(phone)}`}
      title={formatted(phone)}
      className="grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-link transition-colors hover:bg-hover"
    >
      <Phone className="size-5" aria-hidden="true" />
    </a>
  )
}
