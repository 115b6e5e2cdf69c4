export const phoneSentence = 'Please enter a valid 10-digit phone number'

/** Invisible characters that address books and web pages put around a copied number. */
const invisible = /\p{Cf}/gu
/** Digits with the usual separators; hyphens and dashes as word processors write them too. */
const separated = /^\+?[\d\s().\-\u2010-\u2015]*$/
/** Area code and exchange begin with 2 to 9: https://nationalnanpa.com/number_resource_info/ */
const nationalPattern = /^[2-9]\d{2}[2-9]\d{6}$/

/** The digits without the country code, and how that was written; null for a text that is no US number. */
function splitPhone(typed: string): { country: '' | '1' | '+1'; national: string } | null {
  const text = typed.replaceAll(invisible, '').trim()
  if (!separated.test(text)) return null
  const digits = text.replaceAll(/\D/g, '')
  const hasCode = digits.startsWith('1')
  if (text.startsWith('+') && !hasCode) return null
  // No area code begins with 1, so a leading 1 is the country code.
  if (!hasCode) return { country: '', national: digits }
  return { country: text.startsWith('+') ? '+1' : '1', national: digits.slice(1) }
}

/**
 * The ten digits of a US phone number, typed or pasted in any usual form. One leading +1 or 1 is dropped;
 * null for any other text, never a part of it.
 */
export function usPhoneDigits(typed: string): string | null {
  const national = splitPhone(typed)?.national
  return national !== undefined && nationalPattern.test(national) ? national : null
}

/** Whether the text can no longer become a US phone number by typing on. */
export function isPhoneBeyondUse(typed: string): boolean {
  const national = typed === '' || typed === '+' ? '' : splitPhone(typed)?.national
  return national === undefined || national.length > 10
}

/**
 * Formats the phone field while typing: '(626) 555-0199'. A country code stays until the number is whole. A
 * text that is no US number stays as it was typed.
 */
export function formatPhone(typed: string): string {
  const parts = splitPhone(typed)
  if (!parts || parts.national.length > 10) return typed
  const { country, national } = parts
  const area = national.slice(0, 3)
  const shown =
    national.length < 4
      ? national
      : national.length < 7
        ? `(${area}) ${national.slice(3)}`
        : `(${area}) ${national.slice(3, 6)}-${national.slice(6)}`
  return national.length === 10 ? shown : [country, shown].filter(Boolean).join(' ')
}
