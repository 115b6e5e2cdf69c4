import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'

/** Opens the packages for the car of a submitted car check. */
export function openCheck(form: HTMLFormElement): void {
  const car = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') car.set(name, value)
  navigate(`${paths.book}?${car.toString()}`)
}
