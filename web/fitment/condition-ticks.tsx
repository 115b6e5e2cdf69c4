import { useEffect, useId, useRef } from 'react'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorSpeaker } from '../ui/field.tsx'

type ConditionTicksProps = {
  conditions: PackageFitment['conditions']
  accepted: readonly string[]
  /** Counts the presses of the button while a tick was missing: each one leads to the missing tick. */
  missed: number
  onTick: (id: string, isTrue: boolean) => void
}

/** The conditions under which a package fits, each to be confirmed. */
export function ConditionTicks({ conditions, accepted, missed, onTick }: ConditionTicksProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const isMissing = missed > 0 && conditions.some((condition) => !accepted.includes(condition.id))
  useEffect(() => {
    if (missed > 0) group.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus()
  }, [missed])
  return (
    <fieldset
      ref={group}
      aria-describedby={isMissing ? `${id}-error` : undefined}
      className="min-w-0 text-ui"
    >
      <legend className="text-sm text-muted">Please confirm</legend>
      {conditions.map((condition) => (
        <Checkbox
          key={condition.id}
          label={condition.text}
          checked={accepted.includes(condition.id)}
          onChange={(isTrue) => onTick(condition.id, isTrue)}
        />
      ))}
      <p className="mt-1 text-sm text-muted">Our guarantee applies only if this is true.</p>
      <ErrorSpeaker>
        {isMissing && (
          <p id={`${id}-error`} className="mt-1 text-sm font-medium text-bad">
            Please confirm this before you go on.
          </p>
        )}
      </ErrorSpeaker>
    </fieldset>
  )
}
