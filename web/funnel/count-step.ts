import { useEffect } from 'react'
import type { FunnelStep } from '../../contract/funnel/funnel.ts'
import type { Routes } from '../../contract/routes.ts'
import { jsonStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'
import { visitSourceOf } from './visit-source.ts'

/** The steps counted in this tab. Kept in sessionStorage: a new tab and a logout start a new visit. */
type Counted = { source: string; steps: string[] }

const counted = jsonStore<Counted>('funnel', (stored) => {
  const { source, steps } = fieldsOf(stored)
  return typeof source === 'string' && Array.isArray(steps) ? { source, steps: steps.map(String) } : null
})

// Written out here because importing the route table would enlarge the first bundle.
const [method, path]: [Routes['funnel.countStep'][0], Routes['funnel.countStep'][1]] = ['POST', '/api/funnel']

/**
 * Counts a step of the booking that is drawn, once per visit: a number for the day, without any sign of the
 * visitor. Null counts nothing.
 */
export function useCountStep(step: FunnelStep | null): void {
  useEffect(() => {
    if (step !== null) countStep(step)
  }, [step])
}

function countStep(step: FunnelStep): void {
  const source = counted.read()?.source ?? visitSourceOf(document.referrer, window.location.host)
  const steps = counted.read()?.steps ?? []
  if (steps.includes(step)) return
  counted.write({ source, steps: [...steps, step] })
  // A visit that cannot be counted is not worth a message.
  void fetch(path, {
    method,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ step, source }),
  }).then(
    // Ends the request: an unread reply would keep its connection.
    (reply) => reply.text().catch(() => ''),
    () => undefined,
  )
}
