import { Segmented } from '../ui/segmented.tsx'

const options = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const

export type Moment = (typeof options)[number]['value']

type BeforeAfterProps = {
  name: string
  moment: Moment
  onChange: (moment: Moment) => void
  compact?: boolean
}

/** Chooses between the picture before the installation and after it. */
export function BeforeAfter({ name, moment, onChange, compact = true }: BeforeAfterProps) {
  return (
    <Segmented
      legend={`Picture of ${name}`}
      options={options}
      value={moment}
      onChange={onChange}
      compact={compact}
    />
  )
}
