import { useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import type { DayPrice, NewAgreement } from '../../contract/payments/price-endpoints.ts'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SignForm } from '../workshop/sign-off/sign-form.tsx'
import { PriceTable } from './price-table.tsx'
import { usePriceChange } from './price-queries.ts'
import { TipChoice } from './tip-choice.tsx'
import { useAgreement } from './use-agreement.ts'

type AgreeDialogProps = { id: string; price: DayPrice; onClose: () => void }

/** The customer agrees on a device of the shop: the lines, a tip, the sentence, the signature. */
export function AgreeDialog({ id, price, onClose }: AgreeDialogProps) {
  const agreement = useAgreement(price)
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !agreeing.isPending) onClose()
      }}
      title="Please check the price and sign"
    >
      <div className="grid gap-5" onSubmitCapture={() => setPressed(true)}>
        <PriceTable
          packageName={price.packageName}
          priceCents={price.priceCents}
          lines={
            tipCents > 0
              ? [...lines, { kind: 'tip', description: 'Tip', amountCents: tipCents, id: 'tip' }]
              : lines
          }
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
        {isChanged && (
          <Alert tone="warn">The price has changed. This is the new one. Please look at it again.</Alert>
        )}
        <SignForm
          wording={agreement.wording}
          label={`Agree to ${formatCents(seenTotalCents)}`}
          busy={agreeing.isPending}
          problem={problem === null || isChanged ? null : problem.sentence}
          onSign={(signed) => {
            if (tipProblem !== undefined) return
            void agreeing.change(agreement.sign(signed)).then((agreed) => {
              if (agreed !== null) onClose()
            })
          }}
        />
      </div>
    </Dialog>
  )
}
