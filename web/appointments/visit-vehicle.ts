import { modelsByMake } from '../../contract/catalog/makes.ts'

/** A car of the landing page's form in an address: '?year=2016&car=BMW 3 Series'. Null without one. */
export function vehicleOfSearch(search: string): { year: string; make: string; model: string } | null {
  const fields = new URLSearchParams(search)
  const car = fields.get('car')
  const [found] = Object.entries(modelsByMake).flatMap(([make, models]) =>
    models.filter((model) => `${make} ${model}` === car).map((model) => ({ make, model })),
  )
  const year = fields.get('year') ?? ''
  return found ? { year: /^\d{4}$/.test(year) ? year : '', ...found } : null
}
