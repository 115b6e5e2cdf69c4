export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = Record<string, FormValue>

/** Parses Stripe's form encoding: `a[b]=1`, `a[]=1`, `a[0][b]=1`. Keys written with numbers become arrays. */
export function parseForm(text: string): Form {
  const root: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((part) => part[1] ?? part[0])
    const last = path.pop()
    if (last === undefined) continue
    let place: Form = root
    for (const key of path) place = nested(place, key)
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return withArrays(root) as Form
}

function nested(place: Form, key: string): Form {
  const slot = key === '' ? String(Object.keys(place).length) : key
  const found = place[slot]
  if (found !== undefined && typeof found === 'object') return found as Form
  return (place[slot] = Object.create(null) as Form)
}

function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner)] as const)
  if (entries.length > 0 && entries.every(([key], at) => key === String(at)))
    return entries.map(([, inner]) => inner)
  return Object.fromEntries(entries)
}
