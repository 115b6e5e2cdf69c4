import type { Plugin, Rolldown } from 'vite'
import { pages } from '../contract/pages.ts'

type PagePath = (typeof pages)[number] | `${(typeof pages)[number]}?${string}`

const guarded = ['web/layout/guard.tsx', 'web/layout/signed-in-nav.tsx']

const firstStep = ['web/appointments/appointments-page.tsx', ...guarded]
const appointments = [...firstStep, 'web/appointments/appointments-list.tsx']

/**
 * Sources that a direct visit to each page loads besides the first bundle, the page's own first; a path with
 * a query is for that exact address. The landing page's document contains all of it.
 */
export const pageSources: Readonly<Record<PagePath, readonly string[]>> = {
  '/': [],
  '/login': ['web/identity/login-page.tsx', ...guarded],
  '/forgot-password': ['web/identity/forgot-password-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/reset-password': ['web/identity/reset-password-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/verify-email': ['web/identity/verify-email-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/social-sign-in': ['web/identity/social-return-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/account': ['web/account/account-page.tsx', ...guarded],
  '/book': ['web/appointments/visit-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/picture': ['web/appointments/picture-page.tsx'],
  '/scheduler': appointments,
  '/scheduler?step=vehicle': firstStep,
  '/appointments': appointments,
  '/confirm-card': ['web/appointments/confirm-card-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/confirm-address': ['web/appointments/confirm-address-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/appointment-link': ['web/reminder-links/appointment-link-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/sign-off': ['web/workshop/sign-off/sign-off-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/price': ['web/price/price-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/fitment-photo': ['web/fitment/photo-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/admin': ['web/admin/admin-page.tsx', ...guarded],
  '/work': ['web/workshop/work-page.tsx', ...guarded],
  '/join': ['web/people/join-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/shop-registration': ['web/shops/shop-registration-page.tsx', ...guarded],
  '/privacy': ['web/legal/privacy-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/terms': ['web/legal/terms-page.tsx', 'web/layout/signed-in-nav.tsx'],
  '/refunds': ['web/legal/refunds-page.tsx', 'web/layout/signed-in-nav.tsx'],
}

/** A script file of the front end in the bundler's terms. */
export type ScriptFile = {
  fileName: string
  isEntry: boolean
  /** Sources, from the project's root, whose import loads this file. */
  opens: readonly string[]
  imports: readonly string[]
}

/**
 * Lists the URLs of each page's files beyond the first bundle, without duplicates, in the order of its
 * sources.
 */
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

/** Describes a chunk for the pages that load it. A source inside a shared chunk is loaded by that chunk. */
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

/** Writes page-files.json beside the front end: the server lists those files in the document of each page. */
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
