import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative } from 'node:path/posix'
import type { GuardedUse } from './guarded-uses.ts'
import { listMissing, type Use } from './missing-features.ts'

/** A built script; `map`: its source map, if it has one. Paths are relative to the project. */
export type BuiltScript = { path: string; code: string; map: SourceMapPayload | null }

/**
 * A sentence for each syntax or feature of the scripts that a supported browser lacks, unless it is listed as
 * guarded, and for each listed use that is gone.
 */
export function judgeScripts(scripts: readonly BuiltScript[], guarded: readonly GuardedUse[]): string[] {
  const problems = new Set<string>()
  const unused = new Set(guarded)
  for (const script of scripts) {
    for (const use of readUses(script, problems)) {
      const { source, line } = placeOf(script, use)
      const known = guarded.find((one) => one.feature === use.feature && one.source === source)
      if (known) unused.delete(known)
      else
        problems.add(
          `${source}:${line} uses ${use.feature}, which these lack: ${use.lackedBy.join(', ')}. Do without it, or guard it and list it in scripts/browsers/guarded-uses.ts.`,
        )
    }
  }
  for (const { feature, source } of unused)
    problems.add(`${source} no longer uses ${feature}: take it out of scripts/browsers/guarded-uses.ts.`)
  return [...problems]
}

function readUses({ path, code }: BuiltScript, problems: Set<string>): readonly Use[] {
  try {
    return listMissing(code)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    problems.add(`${path} has a syntax that a supported browser cannot parse: ${error.message}`)
    return []
  }
}

/** The source of a use; without a map the script itself. */
function placeOf({ path, map }: BuiltScript, { line, column }: Use): { source: string; line: number } {
  const entry = map && new SourceMap(map).findEntry(line - 1, column)
  if (!entry || !('originalSource' in entry)) return { source: path, line }
  return {
    source: relative('.', join(dirname(path), entry.originalSource)),
    line: entry.originalLine + 1,
  }
}
