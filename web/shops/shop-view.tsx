type ShopViewProps = {
  shopId: number
  /** Shows the details of an appointment over the page. */
  onOpenAppointment: (id: string) => void
}

/** What a shop says of itself: hours, closures, bays and payout. */
export function ShopView({ shopId, onOpenAppointment }: ShopViewProps) {
  void [shopId, onOpenAppointment]
  return null
}
