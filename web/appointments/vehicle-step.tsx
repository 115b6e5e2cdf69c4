import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { modelsByMake, modelsOf, vehicleYears, vinSentence } from '../../contract/catalog/vehicles.ts'
import { dayOf } from '../../contract/time.ts'
import { useFitmentAhead } from '../fitment/use-fitment-ahead.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useStore } from '../ui/external-store.ts'
import { SelectField } from '../ui/select-field.tsx'
import { isVehicleChosen, isVinAcceptable, withVehicle, type VehicleDraft } from './booking-draft.ts'
import { goBackTo, goOn } from './booking-history.ts'
import { bookingRefusal } from './booking-refusal.ts'
import { DraftSummary, useChosen } from './booking-summary.tsx'
import { changeDraft, readDraft, useDraft } from './draft-store.ts'
import { useSettings, useShops } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { StepColumns, StepFrame } from './step-frame.tsx'
import { StepAction } from './summary-bar.tsx'
import { VehicleSkeleton } from './step-skeletons.tsx'
import { VinField } from './vin-field.tsx'

export function VehicleStep({ owner }: { owner: string }) {
  const settings = useSettings()
  const shops = useShops()
  // Known when the list was seen before.
  const refusal = useStore(bookingRefusal)
  return (
    <StepFrame step="vehicle" title="Schedule a New Appointment">
      <StepColumns summary={<DraftSummary owner={owner} hasStepAction />}>
        <div className="grid content-start gap-6">
          {refusal !== null && (
            <Alert tone="warn" isStanding>
              {refusal}{' '}
              <button
                type="button"
                onClick={() => goBackTo('list')}
                className="min-h-6 font-semibold underline underline-offset-4"
              >
                Open My Appointments
              </button>
            </Alert>
          )}
          <Alert>
            Enter your vehicle details for compatibility verification. Only 2010 and newer models are
            supported.
          </Alert>
          <QueryState query={settings} loading="Loading..." shape={<VehicleSkeleton />}>
            {({ now }) => {
              const zone = shops.data?.[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
              return (
                <VehicleForm owner={owner} currentYear={Number(dayOf(Date.parse(now), zone).slice(0, 4))} />
              )
            }}
          </QueryState>
        </div>
      </StepColumns>
    </StepFrame>
  )
}

function VehicleForm({ owner, currentYear }: { owner: string; currentYear: number }) {
  const draft = useDraft(owner)
  const { vehicle } = draft
  const chosen = useChosen(draft)
  const [vinError, setVinError] = useState('')
  const [filled, setFilled] = useState(0)
  const vinInput = useRef<HTMLInputElement>(null)
  const modelSelect = useRef<HTMLSelectElement>(null)
  const change = (parts: Partial<VehicleDraft>) => changeDraft(owner, withVehicle(readDraft(owner), parts))

  // The pressed button disappears with its offer, so the focus moves to the first field that the VIN did not
  // fill.
  useEffect(() => {
    if (filled === 0) return
    const model = modelSelect.current
    if (model?.value === '') model.focus()
    else vinInput.current?.focus()
  }, [filled])

  useFitmentAhead(isVehicleChosen(vehicle, currentYear) ? vehicle : null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isVehicleChosen(vehicle, currentYear)) return
    if (!isVinAcceptable(vehicle.vin)) {
      setVinError(vinSentence)
      vinInput.current?.focus()
      return
    }
    goOn('vehicle', 'package')
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
        <VinField
          vehicle={vehicle}
          currentYear={currentYear}
          error={vinError}
          inputRef={vinInput}
          onChange={(vin) => {
            change({ vin })
            setVinError('')
          }}
          onFill={(parts, isAnswer) => {
            change(parts)
            if (isAnswer) setFilled(filled + 1)
          }}
        />
        <SelectField
          label="Vehicle Year"
          value={vehicle.year}
          onChange={(year) => change({ year })}
          placeholder="Select a year"
          options={vehicleYears(currentYear).map(String)}
        />
        <SelectField
          label="Vehicle Make"
          value={vehicle.make}
          onChange={(make) => change({ make, model: '' })}
          placeholder="Select a manufacturer"
          options={Object.keys(modelsByMake)}
        />
        {vehicle.make !== '' && (
          <SelectField
            ref={modelSelect}
            label="Vehicle Model"
            value={vehicle.model}
            onChange={(model) => change({ model })}
            placeholder="Select a model"
            options={modelsOf(vehicle.make)}
            className="sm:col-span-2"
          />
        )}
        <div className="mt-2 grid max-lg:mt-0 sm:col-span-2 sm:justify-end">
          <StepAction chosen={chosen}>
            <Button type="submit" disabled={!isVehicleChosen(vehicle, currentYear)}>
              Continue to Package Selection
            </Button>
          </StepAction>
        </div>
      </form>
    </Card>
  )
}
