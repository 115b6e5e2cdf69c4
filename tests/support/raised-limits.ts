/** Settings for tests that try many cards with one account or from one network. */
export const raisedCardLimits = {
  MAX_CARDS_PER_ACCOUNT: '100000',
  ALLOW_UNPROVEN_CARDS: 'on',
  MAX_REFUSED_CARDS_PER_NETWORK: '100000',
  MAX_REFUSALS_PER_CARD: '100000',
  CARD_REFUSAL_ALARM: '100000',
}

/** Settings for tests and benchmarks that book for one customer, or mail one person, again and again. */
export const raisedLimits = {
  MAX_OPEN_CLAIMS: '100000',
  MAX_UPCOMING_APPOINTMENTS: '100000',
  MAX_LAPSED_CLAIMS: '100000',
  ALLOW_CONFLICTING_APPOINTMENTS: 'on',
  MAX_MAILS_PER_HOUR: '100000',
  MAX_MAILS_PER_DAY: '100000',
  MAX_NAMED_ADDRESSES: '100000',
  ...raisedCardLimits,
}
