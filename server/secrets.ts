import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Secrets } from './context.ts'

/** Reads a secret kept in the data folder, or makes it there, readable by the owner only. Two starters get the same one. */
async function keepSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

/** The installation's keys: from the configuration, else kept in the data folder. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const sessionSecret = config.sessionSecret ?? (await keepSecret(config.dataDir, 'session-secret'))
  const { present, presentId, old } = config.payoutKeys
  const presentKey = present ?? (await keepSecret(config.dataDir, 'payout-key'))
  const payoutKeys = [...old, { id: presentId, key: presentKey }]
  return {
    sessionSecret,
    payoutKeys: {
      presentId,
      byId: new Map(payoutKeys.map(({ id, key }) => [id, Buffer.from(key, 'base64')])),
    },
  }
}

/**
 * A mark of each key of the installation that is here already, by the name of its variable, and where it is kept. The same mark means
 * the same key and tells nothing else of it. Makes no key.
 */
export async function findKeyMarks(
  config: Config,
): Promise<{ marks: Record<string, string>; kept: string[] }> {
  const marks: Record<string, string> = {}
  const kept: string[] = []
  const note = async (variable: string, given: string | undefined, name: string): Promise<void> => {
    const path = join(config.dataDir, name)
    const key = given ?? (await readFile(path, 'utf8').catch(() => undefined))?.trim()
    if (key === undefined) return
    marks[variable] = markOf(key)
    kept.push(given === undefined ? `the file ${path}` : `the variable ${variable}`)
  }
  await note('SESSION_SECRET', config.sessionSecret, 'session-secret')
  await note('PAYOUT_KEY', config.payoutKeys.present, 'payout-key')
  for (const { key } of config.payoutKeys.old) marks[`PAYOUT_OLD_KEYS ${markOf(key)}`] = markOf(key)
  if (config.payoutKeys.old.length > 0) kept.push('the variable PAYOUT_OLD_KEYS')
  return { marks, kept }
}

function markOf(key: string): string {
  return createHmac('sha256', key).update('dashfit key mark').digest('hex').slice(0, 16)
}
