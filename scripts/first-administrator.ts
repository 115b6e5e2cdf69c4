import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

type Environment = Record<string, string | undefined>

const email = 'administrator@dashfit.example'

/**
 * The environment with a first administrator, for a newcomer's look at everything: only where none is named and this is no
 * production. The password is made once and kept in the data folder, readable by its owner only.
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
