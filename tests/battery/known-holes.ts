type Advice = { title?: string } | string
type Report = {
  auditReportVersion?: number
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string; via: Advice[] }>
  metadata?: { dependencies?: { total?: number } }
}

/**
 * Reads what `npm audit --json` said. This list of known holes is the registry's own, of the moment of the question. A registry that
 * does not answer leaves the question open, which is said as such; the list that is kept here is judged by anyway.
 */
export function holesOf(said: string): { words: string; found: string[] } {
  let report: Report
  try {
    report = JSON.parse(said) as Report
  } catch {
    return { words: 'not asked: the registry gave no answer', found: [] }
  }
  const { auditReportVersion, vulnerabilities, metadata, message } = report
  if (auditReportVersion === undefined || vulnerabilities === undefined)
    return { words: `not asked: ${message ?? 'the registry gave no answer'}`, found: [] }
  const found = Object.entries(vulnerabilities).map(([name, { severity, range, via }]) => {
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : (one.title ?? 'no title')))
    return `${name} ${range}: ${severity}, ${titles.join('; ')}`
  })
  const day = new Date().toISOString().slice(0, 10)
  const count = found.length === 0 ? 'none' : String(found.length)
  return {
    words: `${count} in ${metadata?.dependencies?.total ?? '?'} packages, the registry’s list of ${day}`,
    found,
  }
}
