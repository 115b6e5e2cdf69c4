import type { Handlers } from '../http/handlers.ts'
import { listPackages } from './queries.ts'

export const catalogHandlers = {
  'catalog.listPackages': ({ context }) => listPackages(context.database.db),
} satisfies Partial<Handlers>
