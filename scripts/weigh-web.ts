import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { projectFolder } from './build-fingerprint.ts'
import { scriptFileOf } from './page-files.ts'

/** One file of the built front end: its gzipped bytes, and the files that it imports. */
export type BuiltFile = {
  name: string
  bytes: number
  imports: readonly string[]
  /** The sources that are loaded by this file, as paths from the project's root. */
  opens: readonly string[]
  isFirst: boolean
}

/** Builds the front end in memory. Fonts are compressed already and count as they are. */
export async function buildWeb(): Promise<BuiltFile[]> {
  process.env['NODE_ENV'] = 'production'
  const opens = new Map<string, readonly string[]>()
  const result = await build({
    configFile: join(projectFolder, 'vite.config.ts'),
    root: join(projectFolder, 'web'),
    logLevel: 'warn',
    build: { write: false, sourcemap: false, reportCompressedSize: false },
    plugins: [
      {
        name: 'note-opened-sources',
        generateBundle(_options, bundle) {
          for (const file of Object.values(bundle))
            if (file.type === 'chunk') opens.set(file.fileName, scriptFileOf(file, this, projectFolder).opens)
        },
      },
    ],
  })
  const { output } = result as Rolldown.RolldownOutput
  return output.map((file) => {
    const content = file.type === 'chunk' ? file.code : file.source
    const isPacked = file.fileName.endsWith('.woff2')
    return {
      name: file.fileName,
      bytes: isPacked ? content.length : gzipSync(content, { level: 9 }).length,
      imports: file.type === 'chunk' ? file.imports : [],
      opens: opens.get(file.fileName) ?? [],
      isFirst: file.type === 'chunk' && file.isEntry,
    }
  })
}

/** For each name of a budget the gzipped bytes that it loads beyond the first bundle. */
export function weigh(files: readonly BuiltFile[]): Map<string, number> {
  const byName = new Map(files.map((file) => [file.name, file]))
  const withImports = (file: BuiltFile, seen = new Set<BuiltFile>()): Set<BuiltFile> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const name of file.imports) {
      const imported = byName.get(name)
      if (imported) withImports(imported, seen)
    }
    return seen
  }
  const sum = (counted: Iterable<BuiltFile>) => [...counted].reduce((bytes, file) => bytes + file.bytes, 0)

  const first = new Set(files.filter((file) => file.isFirst).flatMap((file) => [...withImports(file)]))
  const weights = new Map([
    ['first bundle', sum(first)],
    ['style sheet', sum(files.filter((file) => file.name.endsWith('.css')))],
    ['first font', sum(files.filter((file) => /inter-basic.*\.woff2$/.test(file.name)))],
  ])
  for (const file of files) {
    if (file.isFirst) continue
    const fetched = sum([...withImports(file)].filter((part) => !first.has(part)))
    for (const source of file.opens) weights.set(source, fetched)
  }
  return weights
}

/** A weight may exceed its budget by this share, so that a one-line import does not fail a build. */
const slack = 0.05

/**
 * A line for each weight, and a sentence for each that is over its budget, has no budget, or is no longer
 * built.
 */
export function judgeWeights(
  weights: ReadonlyMap<string, number>,
  budgets: Readonly<Record<string, number>>,
): { table: string[]; problems: string[] } {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  const problems = Object.keys(budgets)
    .filter((name) => !weights.has(name))
    .map((name) => `${name} has a budget and is not built: take it out of scripts/budgets.ts.`)
  const table = [...weights].map(([name, bytes]) => {
    const budget = budgets[name]
    if (budget === undefined)
      problems.push(
        `${name} weighs ${kilobytes(bytes)} kB and has no budget: give it one in scripts/budgets.ts.`,
      )
    else if (bytes > budget * 1000 * (1 + slack))
      problems.push(
        `${name} weighs ${kilobytes(bytes)} kB, and its budget is ${budget} kB: make it lighter, or load a part of it later.`,
      )
    return `${kilobytes(bytes).padStart(7)} of ${String(budget ?? '–').padStart(4)} kB  ${name}`
  })
  return { table, problems }
}
