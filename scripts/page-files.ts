import type { Plugin, Rolldown } from 'vite'
import { pages } from '../contract/pages.ts'

type PagePath = (typeof pages)[number] | `${(typeof pages)[number]}?${string}`

const guarded = ['web/layout/guard.tsx', 'web/layout/signed-in-nav.tsx']

const firstStep = ['web/appointments/appointments-page.tsx', ...guarded]
const appointments = [...firstStep, 'web/appointments/appointments-list.tsx']

/**
 * The sources that a direct visit to each page asks for besides the first bundle, the page's own first; with a query, those
 * of a visit to that very address. The landing page's document has all of it in itself.
 */
export const pageSources: Readonly<Record<PagePath, readonly string[]>> = {
  '/': [],
  '/login': ['web/identity/login-page.tsx', ...guarded],
  '/forgot-password': ['web/identity/forgot-password-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/reset-password': ['web/identity/reset-password-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/verify-email': ['web/identity/verify-email-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/social-sign-in': ['web/identity/social-return-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/account': ['web/account/account-page.tsx', ...guarded],
  '/scheduler': appointments,
  '/scheduler?step=vehicle': firstStep,
  '/appointments': appointments,
  '/confirm-card': ['web/appointments/confirm-card-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/admin': ['web/admin/admin-page.tsx', ...guarded],
  '/shop-registration': ['web/shops/shop-registration-page.tsx', ...guarded],
}

/** A file of the front end's scripts, as the bundler knows it. */
export type ScriptFile = {
  fileName: string
  isEntry: boolean
  /** The sources that somebody asks for by it, from the project's root. */
  opens: readonly string[]
  imports: readonly string[]
}

/** For each page the addresses of its files beyond the first bundle, each once, those first that a source names first. */
export function pageFilesOf(
  files: readonly ScriptFile[],
  sources: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> {
  const byName = new Map(files.map((file) => [file.fileName, file]))
  const addTo = (found: Set<ScriptFile>, file: ScriptFile | undefined) => {
    if (!file || found.has(file)) return found
    found.add(file)
    for (const name of file.imports) addTo(found, byName.get(name))
    return found
  }
  const first = new Set<ScriptFile>()
  for (const file of files) if (file.isEntry) addTo(first, file)
  const filesOf = (wanted: readonly string[]) => {
    const found = new Set<ScriptFile>()
    for (const source of wanted) {
      const file = files.find(({ opens }) => opens.includes(source))
      if (!file) throw new Error(`${source} is no file of its own: name what pages are fetched by`)
      addTo(found, file)
    }
    return [...found].filter((file) => !first.has(file)).map(({ fileName }) => `/${fileName}`)
  }
  return Object.fromEntries(Object.entries(sources).map(([path, wanted]) => [path, filesOf(wanted)]))
}

type Bundled = {
  fileName: string
  isEntry: boolean
  moduleIds: readonly string[]
  imports: readonly string[]
}
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** What a file of the bundler's is to its pages. A source that lies in a file with others is asked for by that file. */
export function scriptFileOf(file: Bundled, modules: Modules, projectFolder: string): ScriptFile {
  const root = `${projectFolder.replaceAll('\\', '/')}/`
  const { fileName, isEntry, moduleIds, imports } = file
  const opens = moduleIds.filter((id) => {
    const info = modules.getModuleInfo(id)
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
  })
  return {
    fileName,
    isEntry,
    opens: opens.map((id) => id.replaceAll('\\', '/').replace(root, '')),
    imports,
  }
}

/** Writes page-files.json beside the front end, for the server: with it the document of a page names what the page needs. */
export function writePageFiles(projectFolder: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [scriptFileOf(file, this, projectFolder)] : [],
      )
      const source = JSON.stringify(pageFilesOf(files, pageSources))
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source })
    },
  }
}
