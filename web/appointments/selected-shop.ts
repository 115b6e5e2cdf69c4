import type { BookableShop } from '../../contract/shops/shops.ts'

/** The draft's shop among those on offer. A single shop needs no selection. */
export function selectedShopOf(
  shops: readonly BookableShop[],
  shopId: number | null,
): BookableShop | undefined {
  return shops.find(({ id }) => id === shopId) ?? (shops.length === 1 ? shops[0] : undefined)
}
