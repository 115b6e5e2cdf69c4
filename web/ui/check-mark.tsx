import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

/** The drawn box of a checkbox, whose real one is invisible. */
export function CheckMark({ isOn, isLarge = false }: { isOn: boolean; isLarge?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-md border transition-colors',
        isLarge ? 'size-7' : 'mt-px size-5.5',
        isOn ? 'border-selected bg-selected text-on-selected' : 'border-line-strong bg-surface',
      )}
    >
      {isOn && <Check className={isLarge ? 'size-5' : 'size-4'} strokeWidth={3} />}
    </span>
  )
}
