import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { SignaturePicture } from '../sign-off/signature-picture.tsx'

/** A sheet as it is printed: the same content as its PDF. Always black on white. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  const [name = '', ...rest] = sheet.shop
  return (
    <article className="bg-white p-[0.4in] wrap-anywhere text-[13px]/[1.45] text-black print:p-0 print:text-[10.5px]/[1.4]">
      <header className="mb-4 flex items-start justify-between gap-6">
        <div className="min-w-0">
          <h2 className="text-2xl font-semibold">{sheet.title}</h2>
          <p className="mb-2 text-black/65">{sheet.subtitle}</p>
          <p className="font-semibold">
            <bdi>{name}</bdi>
          </p>
          {rest.map((line) => (
            <p key={line} className="text-black/65">
              {line}
            </p>
          ))}
        </div>
        {sheet.jobUrl !== null && (
          <div className="w-24 shrink-0 [&_svg]:size-24">
            <QrCode text={sheet.jobUrl} label="The job in Dashfit" />
          </div>
        )}
      </header>
      <dl className="mb-4 grid grid-cols-2 gap-x-4 sm:grid-cols-3 print:grid-cols-3">
        {sheet.facts.map(({ label, lines }) => (
          <div key={label} className="border-t border-black/25 py-1.5">
            <dt className="text-[0.85em] text-black/65">{label}</dt>
            <dd>
              {lines.length === 0 && (
                <div className="h-[1.8em] w-9/10 border-b border-dashed border-black/50" />
              )}
              {lines.map((line) => (
                <bdi key={line} className="block">
                  {line}
                </bdi>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {sheet.amounts.length > 0 && (
        <table className="mb-4 w-full">
          <tbody>
            {sheet.amounts.map(({ label, amount, isTotal }) => (
              <tr key={label} className="border-t border-black/25">
                <th
                  scope="row"
                  className={`py-2 text-left ${isTotal ? 'text-lg font-semibold' : 'font-normal'}`}
                >
                  {label}
                </th>
                <td
                  className={`py-2 text-right whitespace-nowrap tabular-nums ${isTotal ? 'text-lg font-semibold' : ''}`}
                >
                  {amount}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="grid grid-cols-2 gap-x-8">
        {sheet.lists.map((list, position) => (
          <section key={list.heading} className={`mb-3 ${position < 2 ? '' : 'col-span-2'}`}>
            <h3 className="mb-1 font-semibold">{list.heading}</h3>
            <SheetList items={list.items} />
          </section>
        ))}
      </div>
      <SignatureLine sheet={sheet} />
    </article>
  )
}

function SheetList({ items }: Pick<Sheet['lists'][number], 'items'>) {
  return (
    <ul>
      {items.map(({ text, mark }, position) => (
        // Two notes may have one text.
        <li key={position} className="flex gap-2">
          {mark !== null && <TickBox isTicked={mark} />}
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}

function TickBox({ isTicked }: { isTicked: boolean }) {
  return (
    <svg
      viewBox="0 0 12 12"
      role="img"
      aria-label={isTicked ? 'Done' : 'Open'}
      className="mt-[0.25em] size-[1em] shrink-0"
    >
      <rect x="0.5" y="0.5" width="11" height="11" fill="none" stroke="currentColor" />
      {isTicked && <path d="M2.5 6l2.5 3 4.5-6" fill="none" stroke="currentColor" strokeWidth="1.6" />}
    </svg>
  )
}

function SignatureLine({ sheet: { signature } }: { sheet: Sheet }) {
  if (!signature) return null
  const { wording, signed, signedOn } = signature
  return (
    <section aria-label="Signature" className="mt-4 break-inside-avoid">
      <p className="font-semibold">{wording}</p>
      <div className="min-h-14">{signed && <SignaturePicture signOff={signed} />}</div>
      <p className="w-80 border-t border-black/50 pt-1 text-[0.85em] text-black/65">
        {signed ? `${signed.signerName}, ${signedOn}` : 'Name, signature and date'}
      </p>
    </section>
  )
}
