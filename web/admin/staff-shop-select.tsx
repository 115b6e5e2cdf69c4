import { useManagedShops } from '../shops/managed-shops.ts'
import { SelectField } from '../ui/select-field.tsx'

type StaffShopSelectProps = {
  value: number | null
  onChange: (shopId: number | null) => void
  /** What stands for no shop in particular; without it one is always chosen. */
  all?: string
}

// Not '', in which a choice looks as if it were still to be made.
const everyShop = 'all'

/** Which shop is looked at. Nothing where there is but one, as for a shop itself. */
export function StaffShopSelect({ value, onChange, all }: StaffShopSelectProps) {
  const shops = useManagedShops().data ?? []
  if (shops.length < 2) return null
  const options = shops.map(({ id, businessName, status }) => ({
    value: String(id),
    label: status === 'approved' ? businessName : `${businessName} (${status})`,
  }))
  return (
    <SelectField
      label="Shop"
      className="w-full sm:w-60"
      value={value === null ? everyShop : String(value)}
      onChange={(chosen) => onChange(chosen === everyShop ? null : Number(chosen))}
      options={all === undefined ? options : [{ value: everyShop, label: all }, ...options]}
    />
  )
}
