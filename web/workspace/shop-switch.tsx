import { ChevronsUpDown } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import type { User, Workplace } from '../../contract/identity/identity.ts'
import { standingOf } from '../../contract/identity/roles.ts'
import { brandName } from '../../contract/brand.ts'
import { chosenShopStore } from './current-shop.ts'
import { homeOf, withShop } from './navigation.ts'

type ShopSwitchProps = { user: User; shop: Workplace | null }

/** The name of the shop; for a person with several, a select. The native one is the best on a phone. */
export function ShopSwitch({ user, shop }: ShopSwitchProps) {
  const name = shop ? shop.shopName : user.role === 'administrator' ? 'All shops' : brandName
  if (!shop || user.workplaces.length < 2)
    return (
      <bdi title={name} className="min-w-0 truncate text-ui font-semibold">
        {name}
      </bdi>
    )
  const open = (shopId: string) => {
    const chosen = user.workplaces.find((each) => String(each.shopId) === shopId)
    if (!chosen) return
    chosenShopStore.write(shopId)
    navigate(withShop(homeOf(standingOf(chosen)), chosen.shopId))
  }
  return (
    <span className="relative flex min-w-0 items-center">
      <select
        aria-label="Shop"
        value={String(shop.shopId)}
        onChange={(event) => open(event.target.value)}
        className="min-h-10 max-w-full min-w-0 appearance-none truncate rounded-control border border-transparent bg-transparent pr-8 pl-2 text-ui font-semibold hover:border-line-strong hover:bg-hover"
      >
        {user.workplaces.map(({ shopId, shopName }) => (
          <option key={shopId} value={String(shopId)} className="bg-surface text-ink">
            {shopName}
          </option>
        ))}
      </select>
      <ChevronsUpDown className="pointer-events-none absolute right-2 size-4 text-muted" aria-hidden="true" />
    </span>
  )
}
