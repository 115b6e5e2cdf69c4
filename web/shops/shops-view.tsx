/** Every shop, for administrators: pending, approved and suspended. */
export function ShopsView() {
  return null
}
