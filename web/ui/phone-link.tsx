/** A US phone number, ten digits as stored, as a link that calls it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:+1${phone}`}
      className="inline-flex min-h-6 items-center text-link underline underline-offset-4 hover:no-underline"
    >
      {/* Not `formatPhone`, which reads typed numbers and weighs more than this. */}
      {`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`}
    </a>
  )
}
