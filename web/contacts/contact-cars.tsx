import { useId, useState } from 'react'
import { newCar, type ContactCar, type ContactPage } from '../../contract/contacts/contacts.ts'
import { cleanVin } from '../../contract/catalog/vehicles.ts'
import { call } from '../api/client.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedDialog, typedQuestion } from '../ui/guarded-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useContactChange } from './contact-queries.ts'
import { Part } from './contact-part.tsx'

const nameOf = (car: ContactCar) => formatVehicle(car)

/** The cars of the appointments, and those that the shop added. */
export function ContactCars({ page }: { page: ContactPage }) {
  const [isAdding, setAdding] = useState(false)
  const mayChange = useMay('contact.change')
  const { busy, problem, change } = useContactChange()
  return (
    <Part title="Cars">
      {page.cars.length === 0 ? (
        <p className="text-ui text-muted">No cars yet.</p>
      ) : (
        <ul aria-label="Cars" className="grid gap-2.5">
          {page.cars.map((car) => (
            <li
              key={car.id ?? `${nameOf(car)} ${car.vin}`}
              className="flex items-start justify-between gap-3"
            >
              <span className="min-w-0">
                <bdi className="block text-left text-ui wrap-anywhere">{nameOf(car)}</bdi>
                <span className="block text-sm whitespace-nowrap text-muted">
                  VIN: {car.vin ?? 'not given'}
                </span>
              </span>
              {mayChange && car.id !== null && (
                <Button
                  variant="ghost"
                  size="small"
                  disabled={busy}
                  aria-label={`Remove ${nameOf(car)}`}
                  onClick={() =>
                    void change(() =>
                      call('contacts.removeCar', { params: { id: page.id, carId: String(car.id) } }),
                    )
                  }
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <Alert tone="bad">{problem.sentence}</Alert>}
      {mayChange && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => setAdding(true)}
        >
          Add car
        </Button>
      )}
      {isAdding && <AddCar id={page.id} onClose={() => setAdding(false)} />}
    </Part>
  )
}

const noCar = { year: '', make: '', model: '', vin: '' }

function AddCar({ id, onClose }: { id: string; onClose: () => void }) {
  const formId = useId()
  const [car, setCar] = useState(noCar)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { busy, problem, change } = useContactChange()
  const shown = problem?.field ? { ...errors, [problem.field]: problem.sentence } : errors
  const close = () => {
    if (!busy) onClose()
  }
  const field = (name: keyof typeof noCar, label: string) => ({
    label,
    autoComplete: 'off',
    value: car[name],
    error: shown[name],
    onChange: (event: { target: { value: string } }) => {
      setCar({ ...car, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  const save = async () => {
    const body = { ...car, vin: cleanVin(car.vin) }
    const found = findFieldErrors(newCar, body)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    if (await change(() => call('contacts.addCar', { params: { id }, body }))) onClose()
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Add car"
      lossQuestion={busy ? undefined : typedQuestion}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Adding...">
            Add car
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5 sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)]"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField {...field('year', 'Year')} inputMode="numeric" maxLength={4} />
        <TextField {...field('make', 'Make')} maxLength={40} />
        <TextField {...field('model', 'Model')} maxLength={40} />
        <TextField {...field('vin', 'VIN')} optional spellCheck={false} className="sm:col-span-3" />
        {problem !== null && problem.field === null && (
          <Alert tone="bad" className="sm:col-span-3">
            {problem.sentence}
          </Alert>
        )}
      </form>
    </GuardedDialog>
  )
}
