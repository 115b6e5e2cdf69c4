/** Newer and narrower names first: most browsers also claim the names of others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPX\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function nameOf(userAgent: string, known: readonly [RegExp, string][]): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/** The device of a session by its user agent: 'Firefox on Windows'. A native program keeps its own name. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const [browser, system] = [nameOf(userAgent, browsers), nameOf(userAgent, systems)]
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  const program = userAgent.match(/^[\w.-]{1,40}/)?.[0]
  if (program === undefined || program === 'Mozilla') return system ?? 'Unknown device'
  return program
}

/** Whether the device is a phone or a tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return userAgent !== null && /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent)
}
