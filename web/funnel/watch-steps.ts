import type { Routes } from '../../contract/routes.ts'
import { jsonStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'
import { funnelStepOf } from './funnel-step.ts'
import { visitSourceOf } from './visit-source.ts'

/** The steps counted in this tab. Stored in the tab alone: a later visit counts again. */
type Counted = { source: string; steps: string[] }

const counted = jsonStore<Counted>('funnel', (stored) => {
  const { source, steps } = fieldsOf(stored)
  return typeof source === 'string' && Array.isArray(steps) ? { source, steps: steps.map(String) } : null
})

// The table of the routes weighs more than this module, which the first bundle holds.
const [method, path]: [Routes['funnel.countStep'][0], Routes['funnel.countStep'][1]] = ['POST', '/api/funnel']

// The last two are events of the router, which has no other sign of a navigation outside of React.
const navigations = ['popstate', 'pushState', 'replaceState']

/** Counts each step of the booking once per visit: a number for the day, without any sign of the visitor. */
export function watchSteps(): void {
  count()
  for (const event of navigations) window.addEventListener(event, count)
}

function count(): void {
  const step = funnelStepOf(window.location.pathname, window.location.search)
  if (step === null) return
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
