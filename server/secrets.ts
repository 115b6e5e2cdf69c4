import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Secrets } from './context.ts'

/**
 * Reads a secret from the data folder, or creates it there, readable by its owner only. Two processes that
 * start at once get the same one.
 */
async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Loads the keys of the installation: from the configuration, else from the data folder. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const sessionSecret = config.sessionSecret ?? (await loadOrCreateSecret(config.dataDir, 'session-secret'))
  const { present, presentId, old } = config.payoutKeys
  const presentKey = present ?? (await loadOrCreateSecret(config.dataDir, 'payout-key'))
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
 * Computes a fingerprint of each existing key of the installation, by the name of its variable, and lists
 * where the keys are kept. Equal fingerprints mean equal keys and reveal nothing else. Creates no key.
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
