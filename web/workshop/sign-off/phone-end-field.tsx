import { TextField } from '../../ui/field.tsx'

/** Whether a text is the last four digits of a phone number. */
export function isPhoneEnd(text: string): boolean {
  return /^\d{4}$/.test(text)
}

type PhoneEndFieldProps = {
  value: string
  hint: string
  /** The server's sentence about other digits. */
  refused: string | undefined
  /** Whether the form was sent, so that missing digits are a fault. */
  isPressed: boolean
  onChange: (phoneEnd: string) => void
}

/** The last four digits of the customer's phone, which only they and the shop know. */
export function PhoneEndField({ value, hint, refused, isPressed, onChange }: PhoneEndFieldProps) {
  const missing =
    isPressed && !isPhoneEnd(value) ? 'Please enter the last 4 digits of your phone number' : undefined
  return (
    <TextField
      label="Last 4 digits of your phone number"
      name="phoneEnd"
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={value}
      hint={hint}
      error={refused ?? missing}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
    />
  )
}
