import { useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import type { DayPrice, NewAgreement } from '../../contract/payments/price-endpoints.ts'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { SignDialog } from '../workshop/sign-off/sign-dialog.tsx'
import { SignForm } from '../workshop/sign-off/sign-form.tsx'
import { PriceTable } from './price-table.tsx'
import { usePriceChange } from './price-queries.ts'
import { TipChoice } from './tip-choice.tsx'
import { useAgreement } from './use-agreement.ts'

type AgreeDialogProps = { id: string; price: DayPrice; onClose: () => void }

/** The customer agrees on a device of the shop: the lines, a tip, the sentence, the signature. */
export function AgreeDialog({ id, price, onClose }: AgreeDialogProps) {
  const draftKey = `price:${id}`
  const agreement = useAgreement(price, draftKey)
  const [isPressed, setPressed] = useState(false)
  const agreeing = usePriceChange(
    id,
    (agreed: NewAgreement) => call('price.agreeAtShop', { params: { id }, body: agreed }),
    'The agreement may not be saved yet. Click the button again: it counts once.',
  )
  const { problem } = agreeing
  const { seenTotalCents, tipProblem, baseCents, tipCents } = agreement
  const isChanged = problem?.code === 'price_changed' || problem?.code === 'wording_changed'
  const lines = price.lines.filter(({ kind }) => kind !== 'tip')
  return (
    <SignDialog
      title="Please check the price and sign"
      label={`Agree to ${formatCents(seenTotalCents)}`}
      busy={agreeing.isPending}
      onClose={onClose}
      paper={
        <>
          <PriceTable
            isCompact
            packageName={price.packageName}
            priceCents={price.priceCents}
            lines={[
              ...lines.map((line) => ({ ...line, by: undefined })),
              ...(tipCents > 0
                ? [{ kind: 'tip' as const, description: 'Tip', amountCents: tipCents, id: 'tip' }]
                : []),
            ]}
            totalCents={seenTotalCents}
            taxCents={price.taxCents}
          />
          {price.takesTips && (
            <TipChoice
              baseCents={baseCents}
              wish={agreement.wish}
              error={isPressed ? tipProblem : undefined}
              onChange={agreement.setWish}
            />
          )}
        </>
      }
    >
      {(formId) => (
        <div className="grid content-start gap-3.5" onSubmitCapture={() => setPressed(true)}>
          {isChanged && <Alert tone="warn">The price has changed. Please look at the new price.</Alert>}
          <SignForm
            formId={formId}
            draftKey={draftKey}
            wording={agreement.wording}
            // A tip is the customer's own, so the shop can't type it for them.
            mustDraw={tipCents > 0}
            busy={agreeing.isPending}
            problem={problem === null || isChanged ? null : problem.sentence}
            onSign={(signed) => {
              if (tipProblem !== undefined) return
              void agreeing.change(agreement.sign(signed)).then((agreed) => {
                if (agreed === null) return
                agreement.forget()
                onClose()
              })
            }}
          />
        </div>
      )}
    </SignDialog>
  )
}
