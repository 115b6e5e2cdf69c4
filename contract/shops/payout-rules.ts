/** The first two digits of a routing number of a bank in the United States; 00 is the government. */
const bankPrefixes: readonly (readonly [from: number, to: number])[] = [
  [1, 12],
  [21, 32],
  [61, 72],
  [80, 80],
]

/** Weights of the checksum of a routing number, digit by digit. */
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/**
 * Whether a text is a routing number: nine digits of a bank, with a right check digit.
 * https://www.aba.com/about-us/routing-number
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const prefix = Number(text.slice(0, 2))
  if (!bankPrefixes.some(([from, to]) => from <= prefix && prefix <= to)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return sum % 10 === 0
}

/** Whether a text is an account number: 4 to 17 digits (the length of an ACH entry's field), not all zero. */
export function isAccountNumber(text: string): boolean {
  return /^\d{4,17}$/.test(text) && /[1-9]/.test(text)
}

/** Whether a text is a Venmo username: 5 to 30 letters, digits, hyphens and underscores; an @ may lead. */
export function isVenmoUsername(text: string): boolean {
  return /^@?[A-Za-z0-9_-]{5,30}$/.test(text)
}
