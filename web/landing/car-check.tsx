import { useId } from 'react'
import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { firstVehicleYear, modelsByMake } from '../../contract/catalog/makes.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { openCheck } from './open-check.ts'

/**
 * The form that names a car, in plain HTML: `start.js` sends it before the application has loaded. The page
 * that it leads to shows which packages fit.
 */
export function CarCheck({ currentYear }: { currentYear: number }) {
  const years = Array.from({ length: currentYear - firstVehicleYear + 1 }, (_, back) => currentYear - back)
  return (
    <form
      data-car-check
      action={paths.book}
      aria-label="Check your car"
      onSubmit={(event) => {
        event.preventDefault()
        openCheck(event.currentTarget)
      }}
      className="mt-4 grid w-full max-w-3xl grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3 rounded-card border border-line bg-surface/90 p-4 text-left shadow-float sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:items-end sm:gap-4 sm:p-5 [@media(scripting:none)]:hidden"
    >
      <Choice label="Year" name="year" placeholder="Year">
        {years.map((year) => (
          <option key={year} className="bg-surface text-ink">
            {year}
          </option>
        ))}
      </Choice>
      <Choice label="Make and model" name="car" placeholder="Select your car">
        {Object.entries(modelsByMake).map(([make, models]) => (
          <optgroup key={make} label={make} className="bg-surface text-ink">
            {models.map((model) => (
              <option key={model} value={`${make} ${model}`}>
                {make} {model}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
      <Button type="submit" className="max-sm:col-span-2">
        See what fits
      </Button>
    </form>
  )
}

type ChoiceProps = { label: string; name: string; placeholder: string; children: ReactNode }

/** A native select that the form keeps by itself. */
function Choice({ label, name, placeholder, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          name={name}
          required
          defaultValue=""
          className="block min-h-12 w-full appearance-none truncate rounded-control border border-line-strong bg-surface pr-10 pl-3.5 text-base text-ink hover:border-muted"
        >
          <option value="" disabled>
            {placeholder}
          </option>
          {children}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
      </div>
    </div>
  )
}
