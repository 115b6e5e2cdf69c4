/** The kinds of mail about a shop's work that each owner and desk may switch off for themselves. */
export type OwnMailKind =
  | 'shop_appointment_booked'
  | 'shop_appointment_moved'
  | 'shop_package_changed'
  | 'shop_appointment_cancelled'
