import { budgets } from './budgets.ts'
import { buildWeb, judgeWeights, weigh } from './weigh-web.ts'

const { table, problems } = judgeWeights(weigh(await buildWeb()), budgets)
console.log(table.join('\n'))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
