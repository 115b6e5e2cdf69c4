import { Pool } from 'pg'
import { wrapMethod } from '../wrap-method.ts'

// Read before the server by a control: nobody hears of a connection that falls while it rests.
wrapMethod(
  Pool.prototype,
  'on',
  (result) => result,
  ([event, ...rest]) => [event === 'error' ? 'error nobody tells' : event, ...rest],
)
