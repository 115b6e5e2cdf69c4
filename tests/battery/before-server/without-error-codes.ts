import { Client, Pool } from 'pg'
import { wrapMethod } from '../wrap-method.ts'

// Read before the server by a control: an error of the database no longer says that the database is away.
const unclear = (): Error => new Error('something is wrong with the database')
for (const [owner, name] of [
  [Client.prototype, 'query'],
  [Pool.prototype, 'connect'],
] as const) {
  wrapMethod(owner, name, (asked) => {
    if (!(asked instanceof Promise)) return asked
    return asked.catch(() => {
      throw unclear()
    })
  })
}
// Whoever waits for nothing is no part of this.
process.on('unhandledRejection', () => undefined)
