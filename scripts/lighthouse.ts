import { startProduct } from '../tests/support/start-product.ts'
import { BuildFailed, ensureBuilt } from './ensure-built.ts'
import { measurePage } from './measure-page.ts'
import { medianOf, missedTargets } from './page-targets.ts'

const times = 3

try {
  await ensureBuilt()
  const product = await startProduct()
  try {
    const landing = medianOf(await measurePage(`${product.url}/`, times))
    const login = medianOf(await measurePage(`${product.url}/login`, 1))
    console.table({ [`/ (median of ${times})`]: landing.figures, '/login (once)': login.figures })
    const missed = missedTargets(landing)
    for (const sentence of missed) console.error(sentence)
    process.exitCode = missed.length > 0 ? 1 : 0
  } finally {
    await product.stop()
  }
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
}
