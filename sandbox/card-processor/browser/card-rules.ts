/**
 * oxlint-disable unicorn/consistent-function-scoping -- sent to the browser as text, so inner functions must
 * stay inside
 */
import type { CardProblem, CardRules } from './wire.ts'

/** Runs in the card frame. Sent to the browser as text: it may use nothing outside itself. */
export function cardRules(): CardRules {
  const brands: [string, RegExp][] = [
    ['visa', /^4/],
    ['mastercard', /^(5[1-5]|2[2-7])/],
    ['amex', /^3[47]/],
    ['discover', /^6(011|4[4-9]|5)/],
    ['diners', /^3(0|[68])/],
    ['jcb', /^35/],
    ['unionpay', /^62/],
  ]

  function brand(digits: string): string {
    return brands.find(([, pattern]) => pattern.test(digits))?.[0] ?? 'unknown'
  }

  function format(digits: string): string {
    const groups =
      brand(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/
    return (groups.exec(digits)?.slice(1) ?? []).filter(Boolean).join(' ')
  }

  function passesLuhn(digits: string): boolean {
    let sum = 0
    for (let at = 0; at < digits.length; at += 1) {
      const digit = Number(digits.charAt(digits.length - 1 - at)) * (at % 2 === 1 ? 2 : 1)
      sum += digit > 9 ? digit - 9 : digit
    }
    return sum % 10 === 0
  }

  function formatExpiry(typed: string, deleting: boolean): string {
    let digits = typed.replaceAll(/\D/g, '')
    // A fifth digit can only come from a pasted MM/YYYY: keep the last two digits of the year.
    if (digits.length > 4) digits = digits.slice(0, 2) + digits.slice(4, 6)
    if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) digits = `0${digits}`
    const month = digits.slice(0, 2)
    const year = digits.slice(2, 4)
    if (month.length < 2)
      return typed.includes('/') && month.length === 1 && !deleting ? `0${month} / ` : month
    if (year === '') return deleting ? month : `${month} / `
    return `${month} / ${year}`
  }

  function expiryProblem(expiry: string, today: Date): CardProblem | undefined {
    const [month = '', year = ''] = expiry.split(' / ')
    if (month.length < 2 || year.length < 2) {
      return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
    }
    const years = 2000 + Number(year) - today.getFullYear()
    if (years < 0) {
      return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." }
    }
    if (years > 50) return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }
    if (Number(month) < 1 || (years === 0 && Number(month) <= today.getMonth())) {
      return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." }
    }
    return undefined
  }

  return {
    brand,
    format,
    passesLuhn,
    formatExpiry,
    expiryProblem,
    lengths: (name) =>
      name === 'amex' ? [15] : name === 'diners' ? [14, 16] : name === 'unionpay' ? [16, 17, 18, 19] : [16],
    cvcLength: (name) => (name === 'amex' ? 4 : 3),
  }
}
