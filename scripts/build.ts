import { buildProduct } from './build-product.ts'

const beginning = performance.now()
await buildProduct()
console.log(
  `Built in ${((performance.now() - beginning) / 1000).toFixed(1)} s: dist/web, dist/server, dist/sandbox.`,
)
