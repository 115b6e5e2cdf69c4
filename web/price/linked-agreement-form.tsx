import { useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import type { LinkedPrice } from '../../contract/payments/price-endpoints.ts'
import type { NewSignOff } from '../../contract/workshop/work-order.ts'
import { call } from '../api/client.ts'
import { confirmHold } from '../payments/confirm-hold.ts'
import { Alert } from '../ui/alert.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { isPhoneEnd, PhoneEndField } from '../workshop/sign-off/phone-end-field.tsx'
import { SignForm } from '../workshop/sign-off/sign-form.tsx'
import { agreeByLink, type AgreeOutcome } from './agree-by-link.ts'
import { otherWayOf } from './price-change-words.ts'
import { PriceTable } from './price-table.tsx'
import { TipChoice } from './tip-choice.tsx'
import { useAgreement } from './use-agreement.ts'

type LinkedAgreementFormProps = { price: LinkedPrice; token: string; reload: () => Promise<unknown> }

/**
 * The price to agree to, and the customer's agreement. Keeps the typed text when the price changes in the
 * meantime.
 */
export function LinkedAgreementForm({ price, token, reload }: LinkedAgreementFormProps) {
  const draftKey = `linked-price:${token}`
  const agreement = useAgreement(price, draftKey)
  const { busy, run } = useSingleFlight()
  const [phoneEnd, setPhoneEnd] = useState('')
  const [isPressed, setPressed] = useState(false)
  const [outcome, setOutcome] = useState<AgreeOutcome | null>(null)
  const { seenTotalCents, tipCents, tipProblem } = agreement
  const lines = price.lines.filter(({ kind }) => kind !== 'tip')
  const agree = (signed: NewSignOff) =>
    run(async () => {
      if (!isPhoneEnd(phoneEnd) || tipProblem !== undefined) return
      setOutcome(null)
      const request = { ...agreement.sign(signed), token, phoneEnd }
      const answer = await agreeByLink(request, (body) => call('price.agreeByLink', { body }), confirmHold)
      if (answer.kind !== 'phone') await reload()
      if (answer.kind === 'agreed') agreement.forget()
      setOutcome(answer)
    })
  return (
    <div className="grid gap-6 md:grid-cols-2 md:gap-8" onSubmitCapture={() => setPressed(true)}>
      <div className="grid content-start gap-5">
        <PriceTable
          packageName={price.packageName}
          priceCents={price.priceCents}
          lines={
            tipCents > 0 ? [...lines, { kind: 'tip', description: 'Tip', amountCents: tipCents }] : lines
          }
          totalCents={seenTotalCents}
          taxCents={price.taxCents}
        />
        {price.takesTips && (
          <TipChoice
            baseCents={agreement.baseCents}
            wish={agreement.wish}
            error={isPressed ? tipProblem : undefined}
            onChange={agreement.setWish}
          />
        )}
      </div>
      <div className="grid content-start gap-4">
        {outcome?.kind === 'changed' && (
          <Alert tone="warn" title="The price has changed">
            Please look at the new price before you agree.
          </Alert>
        )}
        {/* The page could not read the price again. */}
        {outcome?.kind === 'agreed' && <Alert tone="good">You agreed. Thank you!</Alert>}
        <SignForm
          draftKey={draftKey}
          wording={agreement.wording}
          label={`Agree to ${formatCents(seenTotalCents)}`}
          busyText="Agreeing..."
          isTypedFirst
          busy={busy}
          problem={outcome?.kind === 'problem' ? outcome.sentence : null}
          onSign={(signed) => void agree(signed)}
        >
          <PhoneEndField
            value={phoneEnd}
            hint="So that nobody else can agree for you."
            refused={outcome?.kind === 'phone' ? outcome.sentence : undefined}
            isPressed={isPressed}
            onChange={(digits) => {
              setPhoneEnd(digits)
              setOutcome((before) => (before?.kind === 'phone' ? null : before))
            }}
          />
        </SignForm>
        <OtherWay price={price} />
      </div>
    </div>
  )
}

/** The way on for a customer who does not agree, or whose bank declined: the shop. Nothing is sent. */
function OtherWay({ price }: { price: LinkedPrice }) {
  const { shopName, shopPhone } = price
  const { title, detail } = otherWayOf(price)
  return (
    <p className="border-t border-line pt-4 text-ui text-muted">
      <strong className="block font-medium text-ink">{title}</strong>
      {shopPhone === null ? (
        <>
          Please speak with <bdi>{shopName}</bdi>.
        </>
      ) : (
        <>
          Call <bdi>{shopName}</bdi>: <PhoneLink phone={shopPhone} />.
        </>
      )}
      {detail !== null && ` ${detail}`}
    </p>
  )
}
