/** Settings for tests and benchmarks that book for one customer, or mail one person, again and again. */
export const raisedLimits = {
  MAX_OPEN_CLAIMS: '100000',
  MAX_UPCOMING_APPOINTMENTS: '100000',
  MAX_LAPSED_CLAIMS: '100000',
  ALLOW_CONFLICTING_APPOINTMENTS: 'on',
  MAX_MAILS_PER_HOUR: '100000',
  MAX_MAILS_PER_DAY: '100000',
}
