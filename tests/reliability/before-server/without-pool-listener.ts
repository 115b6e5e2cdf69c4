import { Pool } from 'pg'
import { wrapMethod } from '../wrap-method.ts'

// Preloaded by a control: the pool has no error listener for idle connections.
wrapMethod(
  Pool.prototype,
  'on',
  (result) => result,
  ([event, ...rest]) => [event === 'error' ? 'error nobody tells' : event, ...rest],
)
