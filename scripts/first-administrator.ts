import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

type Environment = Record<string, string | undefined>

const email = 'administrator@dashfit.example'

/**
 * Adds a first administrator to the environment, for a first look after the installation: only if none is
 * configured, and not in production. The password is generated once and kept in the data folder, readable by
 * its owner only.
 */
export async function withFirstAdministrator(
  environment: Environment,
  say: (line: string) => void,
): Promise<Environment> {
  if (environment['NODE_ENV'] === 'production' || environment['ADMIN_EMAIL']) return environment
  const dataDir = resolve(environment['DATA_DIR'] || '.data')
  const path = join(dataDir, 'first-administrator')
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, randomBytes(12).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const password = (await readFile(path, 'utf8')).trim()
  say(`Administrator: ${email} with password ${password}`)
  return { ...environment, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
}
