const folders = /^\/(assets|pictures|api\/docs\/static)\/.+/

/** A route as it is counted: its pattern. The files of a build, each a route by itself and named anew by every build, are one. */
export function routeLabel(url: string | undefined): string {
  return url === undefined ? 'none' : url.replace(folders, '/$1/*')
}
