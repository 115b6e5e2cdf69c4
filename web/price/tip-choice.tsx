import { useId } from 'react'
import { formatCents } from '../../contract/money.ts'
import { classNames } from '../ui/class-names.ts'
import { dollarsText, readAmount } from '../ui/dollar-text.ts'
import { TextField } from '../ui/field.tsx'

/** `percent` of the total without the tip. */
export type TipWish = { kind: 'none' } | { kind: 'percent'; percent: number } | { kind: 'own'; text: string }

const percents = [10, 15, 20] as const

/** The wish that a tip which was given before stands for. */
export function tipWishOf(tipCents: number): TipWish {
  return tipCents === 0 ? { kind: 'none' } : { kind: 'own', text: dollarsText(tipCents) }
}

/** The cents of a wish, or the sentence about its amount. Zero is no tip. Half a cent is rounded up. */
export function tipCentsOf(wish: TipWish, baseCents: number): ReturnType<typeof readAmount> {
  if (wish.kind === 'none') return { ok: true, cents: 0 }
  if (wish.kind === 'percent') return { ok: true, cents: Math.round((baseCents * wish.percent) / 100) }
  return readAmount(wish.text)
}

type TipChoiceProps = {
  baseCents: number
  wish: TipWish
  error: string | undefined
  onChange: (wish: TipWish) => void
}

/** The choice of a tip: none, a share of the total, or an amount. */
export function TipChoice({ baseCents, wish, error, onChange }: TipChoiceProps) {
  const name = useId()
  const options = [
    { label: 'No tip', note: null, wish: { kind: 'none' }, isChosen: wish.kind === 'none' },
    ...percents.map((percent) => ({
      label: `${percent}%`,
      note: formatCents(Math.round((baseCents * percent) / 100)),
      wish: { kind: 'percent' as const, percent },
      isChosen: wish.kind === 'percent' && wish.percent === percent,
    })),
    { label: 'Other', note: null, wish: { kind: 'own', text: '' }, isChosen: wish.kind === 'own' },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink">Add a tip?</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-5">
        {options.map((option) => (
          <label
            key={option.label}
            className={classNames(
              // On a phone five would be too narrow for their amounts.
              option.wish.kind === 'own' ? 'min-h-9 max-sm:col-span-4 sm:min-h-14' : 'min-h-14',
              'relative flex cursor-pointer flex-col items-center justify-center rounded-control border bg-surface px-1 py-1.5 text-center text-ui leading-tight font-medium transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember',
              option.isChosen ? 'border-ember ring-1 ring-ember' : 'border-line-strong hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option.isChosen}
              onChange={() => onChange(option.wish)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {option.label}
            {option.note !== null && (
              <span className="text-fine font-normal text-muted tabular-nums">{option.note}</span>
            )}
          </label>
        ))}
      </div>
      {wish.kind === 'own' && (
        <TextField
          label="Tip in $"
          name="tip"
          className="mt-3"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={wish.text}
          error={error}
          onChange={(event) => onChange({ kind: 'own', text: event.target.value })}
        />
      )}
    </fieldset>
  )
}
