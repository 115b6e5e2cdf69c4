import { runChecks, tellFailures } from './check-steps.ts'

const { passed, failed } = await runChecks()
tellFailures()
console.log(failed === 0 ? `\nEverything holds (${passed} unit tests).` : `\n${failed} failed.`)
process.exit(failed === 0 ? 0 : 1)
