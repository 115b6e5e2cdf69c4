export const minPasswordLength = 10
export const maxPasswordLength = 128

/** The policy in words, for the sign-up screen. */
export const passwordSentences = [
  `${minPasswordLength} to ${maxPasswordLength} characters`,
  'Not a common password',
  'Not your email address',
]

/**
 * The first rule of the policy that a password breaks, as a sentence, or null. Any character may be used.
 * `isCommon` looks a lower-case password up in the list of common ones, which only the server has.
 */
export function findPasswordProblem(
  password: string,
  email: string,
  isCommon: (lowerCase: string) => boolean,
): string | null {
  const length = Array.from(password).length
  if (length < minPasswordLength) return `Please use at least ${minPasswordLength} characters.`
  if (length > maxPasswordLength) return `Please use at most ${maxPasswordLength} characters.`
  const lowerCase = password.toLowerCase()
  const address = email.trim().toLowerCase()
  if (lowerCase === address || lowerCase === address.split('@')[0])
    return 'Your password can’t be your email address.'
  if (isCommon(lowerCase)) return 'This password is too common. Choose another.'
  return null
}
