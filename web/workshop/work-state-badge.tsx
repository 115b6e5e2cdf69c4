import type { WorkState } from '../../contract/workshop/work-states.ts'
import { workStateWords } from '../../contract/workshop/work-words.ts'
import { workStateTones } from '../admin/admin-words.ts'
import { Badge } from '../ui/badge.tsx'

/** The state of the work. `waits`: the press that led to it is not sent yet. */
export function WorkStateBadge({ state, waits = false }: { state: WorkState; waits?: boolean }) {
  return (
    <Badge tone={workStateTones[state]}>
      {workStateWords[state]}
      {waits && ' · waiting to be sent'}
    </Badge>
  )
}
