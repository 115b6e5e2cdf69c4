import { modelsByMake } from '../../contract/catalog/makes.ts'

// The choices of the landing page's links and form, in the address of the first step.

/** The car of the form: '?year=2016&car=BMW 3 Series'. Null without one. */
export function vehicleOfSearch(search: string): { year: string; make: string; model: string } | null {
  const fields = new URLSearchParams(search)
  const car = fields.get('car')
  const [found] = Object.entries(modelsByMake).flatMap(([make, models]) =>
    models.filter((model) => `${make} ${model}` === car).map((model) => ({ make, model })),
  )
  const year = fields.get('year') ?? ''
  return found ? { year: /^\d{4}$/.test(year) ? year : '', ...found } : null
}

/** The package of a price card: '?package=2'. Null without one. */
export function packageOfSearch(search: string): number | null {
  const id = new URLSearchParams(search).get('package') ?? ''
  return /^[1-9]\d{0,5}$/.test(id) ? Number(id) : null
}
