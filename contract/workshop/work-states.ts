/** Where the car of an appointment is. The state of its money is apart. */
export const workStates = ['booked', 'arrived', 'in_bay', 'ready', 'handed_over', 'no_show'] as const
export type WorkState = (typeof workStates)[number]

/** `mark_no_show`: the customer did not come. `go_back`: the last event was a mistake, or is to be undone. */
export const workEvents = ['arrive', 'start', 'finish', 'hand_over', 'mark_no_show', 'go_back'] as const
export type WorkEvent = (typeof workEvents)[number]

/** State × event → next state. An event that is missing here is refused. */
export const workTransitions: Readonly<Record<WorkState, Partial<Record<WorkEvent, WorkState>>>> = {
  booked: { arrive: 'arrived', mark_no_show: 'no_show' },
  arrived: { start: 'in_bay', go_back: 'booked' },
  in_bay: { finish: 'ready', go_back: 'arrived' },
  ready: { hand_over: 'handed_over', go_back: 'in_bay' },
  handed_over: { go_back: 'ready' },
  no_show: { go_back: 'booked' },
}

/** The next state; null when the event is not allowed in this one. */
export function nextWorkState(state: WorkState, event: WorkEvent): WorkState | null {
  return workTransitions[state][event] ?? null
}

/** An event that brings the work forward. */
export type ForwardEvent = Exclude<WorkEvent, 'mark_no_show' | 'go_back'>

/** The event that brings the work forward; null when the work is over. */
export function forwardEventOf(state: WorkState): ForwardEvent | null {
  const forward: Record<WorkState, ForwardEvent | null> = {
    booked: 'arrive',
    arrived: 'start',
    in_bay: 'finish',
    ready: 'hand_over',
    handed_over: null,
    no_show: null,
  }
  return forward[state]
}

/** Whether the car was given to the shop. */
export function hasWorkBegun(state: WorkState): boolean {
  return isCarAtShop(state) || state === 'handed_over'
}

/** Whether the car is at the shop. */
export function isCarAtShop(state: WorkState): state is 'arrived' | 'in_bay' | 'ready' {
  return state === 'arrived' || state === 'in_bay' || state === 'ready'
}

/** Whether the car has arrived and the work on it is not done. */
export function isInWork(state: WorkState): boolean {
  return isCarAtShop(state) && !isWorkDone(state)
}

/** Whether the work is done, so that it can be paid and signed. */
export function isWorkDone(state: WorkState): boolean {
  return state === 'ready' || state === 'handed_over'
}

/** Whether the shop expects nothing more of the car. */
export function isWorkOver(state: WorkState): boolean {
  return state === 'handed_over' || state === 'no_show'
}

/** An event can be undone with one press for this time; the message that a car is ready leaves after it. */
export const workUndoMs = 10_000

/** A press that was kept longer without a connection tells the customer nothing. */
export const latePressMs = 10 * 60_000
