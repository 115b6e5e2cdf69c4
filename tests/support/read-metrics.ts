import type { Reached } from './people.ts'

/** Scrapes a process's metrics as Prometheus does. */
export async function scrape({ url }: Reached, token?: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, text: await answer.text() }
}

/**
 * The value of a series, written as in the exposition, e.g. `dashfit_holds{health="live"}`; undefined when it
 * is absent.
 */
export function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
