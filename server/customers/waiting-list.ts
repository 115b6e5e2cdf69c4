import { sql } from 'kysely'

/** Whether the customer of a booked appointment called `a` is mailed when an earlier start opens. */
export const isOnWaitingList = sql<boolean>`(a.state = 'booked'
  and exists (select from waiting_list w where w.appointment_id = a.id))`
