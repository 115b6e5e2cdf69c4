import { formatPhone } from '../../contract/booking/us-phone.ts'

/** A customer's US phone number, ten digits as stored, as a tel: link. */
export function CustomerPhone({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:+1${phone}`}
      className="inline-flex min-h-6 items-center text-link underline underline-offset-4 hover:no-underline"
    >
      {formatPhone(phone)}
    </a>
  )
}
