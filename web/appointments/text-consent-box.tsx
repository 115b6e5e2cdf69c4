import { textConsentWording } from '../../contract/texts/consent.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type TextConsentBoxProps = { checked: boolean; locked: boolean; onChange: (checked: boolean) => void }

/** The consent to text messages (SMS), never ticked beforehand. */
export function TextConsentBox({ checked, locked, onChange }: TextConsentBoxProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={locked}
      onChange={onChange}
      label={<span className="block text-sm font-normal text-muted">{textConsentWording}</span>}
    />
  )
}
