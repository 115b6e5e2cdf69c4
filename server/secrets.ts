import { randomBytes } from 'node:crypto'
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
