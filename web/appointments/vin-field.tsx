import type { RefObject } from 'react'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { cleanVin, isVin, vinLength, vinSentence } from '../../contract/catalog/vehicles.ts'
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
  onFill: (parts: Partial<VehicleDraft>) => void
}

/** The VIN field, with the decoded car and a button that fills it in. Only an invalid VIN is an error. */
export function VinField({ vehicle, currentYear, error, inputRef, onChange, onFill }: VinFieldProps) {
  const note = vinNoteOf(vehicle, currentYear)
  const { vin } = vehicle
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
        hint="17 letters and digits, on the driver’s door frame or the registration."
        value={vin}
        error={error || (isWrong ? vinSentence : '')}
        onChange={(event) => onChange(cleanVin(event.target.value))}
        className="[&_input]:tracking-wider"
      />
      {/* Rendered while empty: screen readers do not announce a live region that is inserted with its
          text. */}
      <div aria-live="polite">
        {note && (
          <Found
            note={note}
            onFill={({ year, make }) =>
              onFill({
                ...(year !== undefined && { year }),
                ...(make !== undefined && make !== vehicle.make && { make, model: '' }),
              })
            }
          />
        )}
      </div>
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
      {fill && (
        <Button variant="secondary" size="small" onClick={() => onFill(fill)}>
          {tone === 'warn' ? 'Use' : 'Fill in'} {[fill.year, fill.make].filter(Boolean).join(' ')}
        </Button>
      )}
    </div>
  )
}
