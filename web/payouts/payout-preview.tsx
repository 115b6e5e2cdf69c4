import { impossiblePayout } from '../../contract/admin/payout-words.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import type { ShopPayout } from '../../contract/admin/payouts.ts'
import { monthInWords } from '../shops/statement-months.ts'
import { parseDollars } from '../ui/dollar-text.ts'
import type { PayoutKind, TypedPayout } from './payout-dialog.tsx'
import { correctionPreview, openAfterwards } from './preview-words.ts'

type PayoutPreviewProps = { shop: ShopPayout; month: string; kind: PayoutKind; typed: TypedPayout }

/** What will be recorded, in one place; nothing until the amount can be read. */
export function PayoutPreview({ shop, month, kind, typed }: PayoutPreviewProps) {
  const { balance, figures, businessName } = shop
  const amountCents = parseDollars(typed.amount)
  if (amountCents === null || amountCents === 0) return null
  const impossible = impossiblePayout({ kind, amountCents }, balance)
  if (impossible !== null)
    return <span className="block rounded-control bg-warn-soft px-4 py-3 text-warn">{impossible}</span>
  const after = openAfterwards({ balance, amountCents })
  if (kind === 'correction')
    return (
      <span className="block rounded-control bg-info-soft px-4 py-3 text-info">
        <span className="block font-semibold tabular-nums">
          {correctionPreview({ balance, amountCents })}
        </span>
        {after}
      </span>
    )
  if (amountCents < 0) return null
  const reference = typed.reference.trim()
  return (
    <span className="block rounded-control bg-info-soft px-4 py-3 text-info">
      <span className="block font-semibold wrap-anywhere">
        {formatCents(amountCents)} to <bdi>{businessName}</bdi> for {monthInWords(month)}
      </span>
      Net {formatSignedCents(figures.netCents)},{' '}
      {reference === '' ? (
        'no reference yet'
      ) : (
        <>
          reference <bdi className="wrap-anywhere">{reference}</bdi>
        </>
      )}
      . {after}
    </span>
  )
}
