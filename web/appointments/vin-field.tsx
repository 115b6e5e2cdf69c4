import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { cleanVin, isVin, vinLength, vinSentence } from '../../contract/catalog/vehicles.ts'
import { useVinModel } from '../fitment/use-vin-model.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import type { VehicleDraft } from './booking-draft.ts'
import { vinNoteOf, type VinNote } from './vin-words.ts'

type VinFieldProps = {
  vehicle: VehicleDraft
  /** The last model year on offer. */
  currentYear: number
  /** The error of the form. */
  error: string
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (vin: string) => void
  /** `isAnswer`: the user agreed to replace a selection. */
  onFill: (parts: Partial<VehicleDraft>, isAnswer: boolean) => void
}

/**
 * The VIN field. A whole VIN fills the empty fields in; a button replaces a selection that it contradicts.
 * Only an invalid VIN is an error.
 */
export function VinField({ vehicle, currentYear, error, inputRef, onChange, onFill }: VinFieldProps) {
  const { vin } = vehicle
  const note = vinNoteOf(vehicle, useVinModel(vin), currentYear)
  const fillIn = (fill: NonNullable<VinNote['fill']>, isAnswer: boolean) => {
    const isOtherMake = fill.make !== undefined && fill.make !== vehicle.make
    onFill({ ...(isOtherMake && { model: '' }), ...fill }, isAnswer)
  }
  const missing = note?.tone === 'info' ? note.fill : null
  const fillMissing = useEffectEvent(() => missing && fillIn(missing, false))
  useEffect(() => {
    if (missing) fillMissing()
  }, [missing])
  const isWrong = vin.length >= vinLength && !isVin(vin)

  return (
    <div className="grid gap-3 sm:col-span-2">
      <TextField
        ref={inputRef}
        label="Vehicle VIN"
        optional
        name="vin"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="Fills in year, make and model. It’s on the driver’s door frame and the registration."
        value={vin}
        error={error || (isWrong ? vinSentence : '')}
        onChange={(event) => onChange(cleanVin(event.target.value))}
        className="[&_input]:tracking-wider"
      />
      {/* Rendered while empty: screen readers do not announce a live region that is inserted with its
          text. */}
      <div aria-live="polite">{note && <Found note={note} onFill={(fill) => fillIn(fill, true)} />}</div>
    </div>
  )
}

const looks = {
  good: { look: 'bg-good-soft text-good', Icon: CircleCheck },
  info: { look: 'bg-info-soft text-info', Icon: Info },
  warn: { look: 'bg-warn-soft text-warn', Icon: TriangleAlert },
}

type FoundProps = { note: VinNote; onFill: (fill: NonNullable<VinNote['fill']>) => void }

function Found({ note: { tone, sentence, fill }, onFill }: FoundProps) {
  const { look, Icon } = looks[tone]
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control px-4 py-3 text-ui',
        look,
      )}
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon className="mt-px size-5 shrink-0" aria-hidden="true" />
        {sentence}
      </p>
      {fill && tone === 'warn' && (
        <Button variant="secondary" size="small" onClick={() => onFill(fill)}>
          Use {[fill.year, fill.make, fill.model].filter(Boolean).join(' ')}
        </Button>
      )}
    </div>
  )
}
