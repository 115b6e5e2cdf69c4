type SecondFactorFormProps = { onError: (sentence: string | null) => void }

/** The code that a sign-in waits for. */
export function SecondFactorForm(_props: SecondFactorFormProps) {
  return null
}
