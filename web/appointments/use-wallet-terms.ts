import { useMemo } from 'react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { instantOfWallTime, parseWallTime } from '../../contract/time.ts'
import { paths } from '../paths.ts'
import type { WalletTerms } from '../payments/wallet-terms.ts'

type Order = {
  offered: InstallationPackage | undefined
  priceCents: number
  /** The shop's wall time. */
  date: string
  shop: BookableShop | undefined
  /** The fee for a late cancellation; null without one. */
  terms: LateFee | null
}

/** The terms of the current order for a wallet; null while a part is missing. */
export function useWalletTerms({ offered, priceCents, date, shop, terms }: Order): WalletTerms | null {
  const packageName = offered?.name
  const timeZone = shop?.timeZone
  const { feeCents, freeHours } = terms ?? { feeCents: 0, freeHours: 0 }
  return useMemo(() => {
    const wall = parseWallTime(date)
    if (!wall || packageName === undefined || timeZone === undefined) return null
    const startsAt = instantOfWallTime(wall.day, wall.minutes, timeZone)
    if (startsAt === null) return null
    const managementUrl = new URL(paths.appointments, window.location.origin).href
    const lateFee = feeCents === 0 ? null : { feeCents, freeHours }
    return { amountCents: priceCents, packageName, startsAt, timeZone, managementUrl, lateFee }
  }, [packageName, timeZone, priceCents, date, feeCents, freeHours])
}
