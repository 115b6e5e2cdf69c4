import { useQuery } from '@tanstack/react-query'
import { cleanVin, modelsByMake, modelsOf, vehicleYears } from '../../contract/catalog/vehicles.ts'
import { call } from '../api/client.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { withoutVerdict } from '../appointments/fitment-draft.ts'
import { ErrorSpeaker, TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { DeskDraft, DraftErrors } from './desk-draft.ts'

type CarFieldsProps = {
  draft: DeskDraft
  /** The last model year on offer. */
  currentYear: number
  errors: DraftErrors
  onChange: (parts: Partial<DeskDraft>) => void
}

/** The cars of a known customer. */
function useKnownCars(contactId: string | null) {
  const { data } = useQuery({
    queryKey: ['contact', contactId],
    queryFn: ({ signal }) => call('contacts.find', { params: { id: contactId ?? '' }, signal }),
    enabled: contactId !== null,
  })
  return contactId === null || !data ? [] : data.cars.slice(0, 3)
}

/** The car: a known one by a click, else year, make, model and the VIN. */
export function CarFields({ draft, currentYear, errors, onChange }: CarFieldsProps) {
  const known = useKnownCars(draft.contactId)
  // Another car has other questions and verdicts.
  const change = (parts: Partial<DeskDraft>) =>
    onChange({ ...parts, fitment: withoutVerdict({ ...draft.fitment, answers: {} }), packageId: null })
  return (
    <div className="grid gap-3">
      {known.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {known.map((car) => (
            <button
              key={`${formatVehicle(car)} ${car.vin ?? ''}`}
              type="button"
              onClick={() =>
                change({ year: String(car.year), make: car.make, model: car.model, vin: car.vin ?? '' })
              }
              className="min-h-10 max-w-full truncate rounded-full border border-line-strong px-4 text-sm hover:bg-hover"
            >
              {formatVehicle(car)}
            </button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
        <SelectField
          label="Year"
          value={draft.year}
          onChange={(year) => change({ year })}
          placeholder="Year"
          options={vehicleYears(currentYear).map(String)}
          {...(errors.car && { 'aria-invalid': true })}
        />
        <SelectField
          label="Make"
          value={draft.make}
          onChange={(make) => change({ make, model: '' })}
          placeholder="Make"
          options={Object.keys(modelsByMake)}
        />
        <SelectField
          label="Model"
          className="col-span-2"
          value={draft.model}
          disabled={draft.make === ''}
          onChange={(model) => change({ model })}
          placeholder="Model"
          options={draft.make === '' ? [] : modelsOf(draft.make)}
        />
      </div>
      <ErrorSpeaker>
        {errors.car && <p className="-mt-1 text-sm font-medium text-bad">{errors.car}</p>}
      </ErrorSpeaker>
      <TextField
        label="VIN"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.vin}
        error={errors.vin}
        onChange={(event) => change({ vin: cleanVin(event.target.value) })}
        className="[&_input]:tracking-wider"
      />
    </div>
  )
}
