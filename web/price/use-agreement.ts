import { useMemo } from 'react'
import type { NewAgreement } from '../../contract/payments/price-endpoints.ts'
import { agreementWording } from '../../contract/payments/price-words.ts'
import type { CardShown } from '../../contract/payments/card-brand.ts'
import { tipOf } from '../../contract/payments/day-price.ts'
import type { NewSignOff } from '../../contract/workshop/work-order.ts'
import { useStore } from '../ui/external-store.ts'
import { signerNameStore } from '../workshop/sign-off/signer-draft.ts'
import { tipCentsOf, tipWishOf, type TipWish } from './tip-choice.tsx'
import { tipStore } from './tip-store.ts'

type Agreeable = {
  totalCents: number
  dueCents: number
  coveredCents: number
  onHoldCents: number
  card: CardShown | null
  takesTips: boolean
  lines: NewAgreement['seenLines']
}

/**
 * The total with the chosen tip, and the sentence that the customer agrees to. The tip and the typed name
 * stay in this tab, by `draftKey`, until `forget`.
 */
export function useAgreement(
  { totalCents, dueCents, coveredCents, onHoldCents, card, takesTips, lines }: Agreeable,
  draftKey: string,
) {
  const tips = useMemo(() => tipStore(draftKey), [draftKey])
  const presentTip = tipOf(lines)
  const baseCents = totalCents - presentTip
  const wish = useStore(tips, null) ?? tipWishOf(presentTip)
  const tip = tipCentsOf(wish, baseCents)
  // An amount that cannot be read yet adds nothing to the sentence above it.
  const tipCents = takesTips ? (tip.ok ? tip.cents : 0) : presentTip
  const seenTotalCents = baseCents + tipCents
  const wording = agreementWording({
    totalCents: seenTotalCents,
    dueCents: dueCents - totalCents + seenTotalCents,
    coveredCents,
    onHoldCents,
    card,
  })
  return {
    baseCents,
    tipCents,
    seenTotalCents,
    wording,
    wish,
    setWish: (next: TipWish) => void tips.write(next),
    forget: () => {
      tips.write(null)
      signerNameStore(draftKey).write(null)
    },
    tipProblem: !takesTips || tip.ok ? undefined : tip.sentence,
    /** The signed sentence with the price that was seen. */
    sign: (signed: NewSignOff): NewAgreement => ({
      ...signed,
      seenTotalCents,
      seenLines: lines.map(({ kind, description, amountCents }) => ({ kind, description, amountCents })),
      ...(takesTips && { tipCents }),
    }),
  }
}
