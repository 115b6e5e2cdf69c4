const folders = /^\/(assets|pictures|api\/docs\/static)\/.+/
const labels = new Map<string, string>()

/** A route as it is counted: its pattern. The files of a build, each a route by itself and named anew by every build, are one. */
export function routeLabel(url: string | undefined): string {
  if (url === undefined) return 'none'
  let label = labels.get(url)
  if (label === undefined) labels.set(url, (label = url.replace(folders, '/$1/*')))
  return label
}
