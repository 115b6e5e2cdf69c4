import type { BoardJob } from '../../contract/admin/board.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type NotifyBoxProps = {
  toldBy: BoardJob['toldBy']
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

/** The choice to tell the customer of a moved job, with the ways to do it. */
export function NotifyBox({ toldBy, ...box }: NotifyBoxProps) {
  if (toldBy.length === 0)
    return <p className="text-sm font-medium text-warn">Call the customer: there is no email.</p>
  return (
    <Checkbox
      label={toldBy.length === 2 ? 'Text and email the customer' : label[toldBy[0] ?? 'email']}
      {...box}
    />
  )
}

const label = { text: 'Text the customer', email: 'Email the customer' } as const
