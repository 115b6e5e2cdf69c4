import { formatPhone, phoneDigits } from '../../contract/booking/appointments.ts'

/** A customer's US phone number as a tel: link. */
export function CustomerPhone({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:+1${phoneDigits(phone)}`}
      className="inline-flex min-h-6 items-center text-link underline underline-offset-4 hover:no-underline"
    >
      {formatPhone(phone)}
    </a>
  )
}
