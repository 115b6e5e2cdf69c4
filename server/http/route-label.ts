const folders = /^\/(assets|pictures|api\/docs\/static)\/.+/

/**
 * The metrics label of a route: its pattern. All build assets share one label, because every build renames
 * them.
 */
export function routeLabel(url: string | undefined): string {
  return url === undefined ? 'none' : url.replace(folders, '/$1/*')
}
