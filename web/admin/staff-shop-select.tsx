import { use } from 'react'
import { useManagedShops } from '../shops/managed-shops.ts'
import { CurrentShopContext } from '../workspace/current-shop.ts'
import { SelectField } from '../ui/select-field.tsx'

type StaffShopSelectProps = {
  value: number | null
  onChange: (shopId: number | null) => void
  /** Label of the option for all shops; without it one shop is always selected. */
  all?: string
  /** In a row of controls without labels; it stays the accessible name. */
  labelHidden?: boolean
}

// Not '', which would look like a missing selection.
const everyShop = 'all'

/** Selects a shop, for administrators: the header has the switch of a person with several shops. */
export function StaffShopSelect({ value, onChange, all, labelHidden = false }: StaffShopSelectProps) {
  const isForAll = use(CurrentShopContext) === null
  const shops = useManagedShops().data ?? []
  if (!isForAll || shops.length < 2) return null
  const options = shops.map(({ id, businessName, status }) => ({
    value: String(id),
    label: status === 'approved' ? businessName : `${businessName} (${status})`,
  }))
  return (
    <SelectField
      label={labelHidden ? <span className="sr-only">Shop</span> : 'Shop'}
      className={labelHidden ? 'w-full gap-0! sm:w-52' : 'w-full sm:w-60'}
      value={value === null ? everyShop : String(value)}
      onChange={(chosen) => onChange(chosen === everyShop ? null : Number(chosen))}
      options={all === undefined ? options : [{ value: everyShop, label: all }, ...options]}
    />
  )
}
