import { builtSandbox, builtServer } from './built-programs.ts'
import { BuildFailed, ensureBuilt } from './ensure-built.ts'
import { withFirstAdministrator } from './first-administrator.ts'
import { PortTaken, runProduct } from './run-product.ts'

try {
  await ensureBuilt()
  const product = await runProduct({
    environment: await withFirstAdministrator(process.env, console.log),
    server: builtServer,
    sandbox: builtSandbox,
    output: 'inherit',
    say: (line) => console.log(line),
  })
  const { port, sandbox } = product.plan
  console.log(`Dashfit is starting at http://localhost:${port}`)
  if (sandbox !== undefined) {
    const imitated = new Intl.ListFormat('en').format(sandbox.imitates)
    console.log(`Sandbox for ${imitated}: ${sandbox.url}/sandbox (no real money, no real mail)`)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void product.stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  process.exit(await product.ended)
} catch (error) {
  if (!(error instanceof PortTaken || error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
