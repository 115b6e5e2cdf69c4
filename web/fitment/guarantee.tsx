import { ShieldCheck } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { guaranteeSentence } from './guarantee-sentence.ts'

/** The promise that a wrong verdict costs the customer nothing. */
export function Guarantee({ className }: { className?: string }) {
  return (
    <p className={classNames('flex items-start gap-3 font-medium', className)}>
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
      {guaranteeSentence}
    </p>
  )
}
