/**
 * The oldest supported version of each browser. It is the floor of Tailwind CSS 4:
 * https://tailwindcss.com/docs/compatibility
 */
export const supportedBrowsers = {
  chrome: '111',
  edge: '111',
  firefox: '128',
  safari: '16.4',
  ios: '16.4',
} as const

/** The same list as build targets: `chrome111`. */
export const buildTargets = Object.entries(supportedBrowsers).map(([name, version]) => name + version)
