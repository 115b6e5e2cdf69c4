import type { ProductSettings } from '../../contract/settings/product-settings.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { Page } from '../layout/page.tsx'
import type { LegalText } from './legal-text.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** One policy: its text, the day from which it applies, and how to reach the company behind it. */
export function LegalPage({ text: { title, lead, sections } }: { text: LegalText }) {
  const operator = useProductSettings()?.operator
  return (
    <Page title={title} lead={lead}>
      <div className="grid max-w-prose gap-9">
        {sections.map(({ heading, paragraphs = [], points = [] }) => (
          <section key={heading} className="grid gap-3">
            <h2 className="text-xl font-semibold">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points.length > 0 && (
              <ul className="grid list-disc gap-2.5 pl-5 marker:text-ember">
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {operator && <Contact operator={operator} />}
      </div>
    </Page>
  )
}

function Contact({ operator }: { operator: ProductSettings['operator'] }) {
  const { name, email, address, policiesSince } = operator
  return (
    <section className="grid gap-3 border-t border-line pt-7">
      <h2 className="text-xl font-semibold">Contact us</h2>
      {(name !== null || address !== null) && (
        <address className="not-italic">
          {name !== null && <bdi className="block font-medium">{name}</bdi>}
          {address !== null && <bdi className="block text-muted">{address}</bdi>}
        </address>
      )}
      {email === null ? (
        <p>
          Reply to any of our emails, or contact the shop you booked with. Its address, and its phone number
          if it lists one, are in your emails and under My Appointments.
        </p>
      ) : (
        <p>
          <a
            href={`mailto:${email}`}
            className="inline-flex min-h-6 items-center wrap-anywhere text-link underline underline-offset-4 hover:no-underline"
          >
            {email}
          </a>
        </p>
      )}
      {policiesSince !== null && (
        <p className="text-sm text-muted">Effective {dayFormat.format(Date.parse(policiesSince))}</p>
      )}
    </section>
  )
}
