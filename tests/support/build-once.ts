import { ensureBuilt } from '../../scripts/ensure-built.ts'

// Playwright calls this once before all workers; it takes a default export only.
// oxlint-disable-next-line import/no-default-export
export default ensureBuilt
