/** Newer or narrower names first: most browsers also name those they want to be taken for. */
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

/** What a session runs on, as its browser says: 'Firefox on Windows'. A program is called what it calls itself. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const [browser, system] = [nameOf(userAgent, browsers), nameOf(userAgent, systems)]
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  const program = userAgent.match(/^[\w.-]{1,40}/)?.[0]
  if (program === undefined || program === 'Mozilla') return system ?? 'Unknown device'
  return program
}

/** Whether it is held in the hand. */
export function isHandheld(userAgent: string | null): boolean {
  return userAgent !== null && /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent)
}
