/** The effect of a suspension on the upcoming appointments; `null` while their number is unknown. */
export function upcomingSentence(upcoming: number | null): string {
  if (upcoming === 0) return 'It has no upcoming appointments.'
  if (upcoming === null)
    return 'Booked appointments stay on. We’ll email every customer with an upcoming one.'
  return upcoming === 1
    ? 'Its upcoming appointment is still on. We’ll email the customer, who can keep or cancel it.'
    : `Its ${upcoming} upcoming appointments are still on. We’ll email the customers, who can keep or cancel them.`
}

/** The rights that a suspended shop keeps in its appointments. */
export function keptSentence(upcoming: number | null): string {
  return upcoming === 0
    ? 'The shop can still capture the payments of appointments that have ended.'
    : 'The shop keeps its booked appointments. It sees the name, phone and vehicle, and captures each payment after the appointment has ended.'
}

/** The effect of a suspension, for the shop, by the number of its upcoming appointments. */
export function suspendedSentence(upcoming: number): string {
  const rest = 'For anything else, contact an administrator.'
  if (upcoming === 0)
    return `It takes no new appointments and has no upcoming ones. You can still capture payments of appointments that have ended. ${rest}`
  const [stand, payment] =
    upcoming === 1
      ? ['Your upcoming appointment is still on, and we emailed its customer.', 'its payment']
      : [
          `Your ${upcoming} upcoming appointments are still on, and we emailed their customers.`,
          'each payment',
        ]
  return `It takes no new appointments. ${stand} You see the name, phone and vehicle here, and can capture ${payment} after the appointment has ended. ${rest}`
}
