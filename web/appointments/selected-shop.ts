import type { BookableShop } from '../../contract/shops/shops.ts'

/** The shop of a draft among those on offer: with a single one there is nothing to choose. */
export function selectedShopOf(
  shops: readonly BookableShop[],
  shopId: number | null,
): BookableShop | undefined {
  return shops.find(({ id }) => id === shopId) ?? (shops.length === 1 ? shops[0] : undefined)
}
