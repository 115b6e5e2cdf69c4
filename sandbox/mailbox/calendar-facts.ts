import { timeText } from '../pages/layout.ts'

/** The facts of a calendar file, each as label and text, the most important first. RFC 5545. */
export function calendarFacts(file: string): [label: string, words: string][] {
  const fields = readFields(file)
  const read = ([label, name, word]: Question): [string, string][] => {
    const value = fields.get(name)
    return value === undefined ? [] : [[label, word ? word(value) : value]]
  }
  return questions.flatMap(read)
}

type Question = [label: string, field: string, word?: (value: string) => string]

const methods: Record<string, string> = {
  PUBLISH: 'puts it into the calendar, or in place of an older one',
  CANCEL: 'takes it out of the calendar',
  REQUEST: 'invites, and is answered by the calendar',
}

const questions: Question[] = [
  ['Does', 'METHOD', (method) => `${methods[method] ?? 'unknown'} (${method})`],
  ['What', 'SUMMARY'],
  ['Starts', 'DTSTART', moment],
  ['Ends', 'DTEND', moment],
  ['Where', 'LOCATION'],
  ['Notes', 'DESCRIPTION'],
  ['Status', 'STATUS'],
  ['Reminds', 'TRIGGER'],
  ['From', 'ORGANIZER'],
  ['Leads to', 'URL'],
  ['Known by', 'UID'],
  ['Version', 'SEQUENCE'],
]

/** The first value of each name, with lines unfolded and escapes resolved. */
function readFields(file: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of file.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const [, name, value] = /^([A-Z-]+)(?:;(?:"[^"]*"|[^:"])*)?:(.*)$/su.exec(line) ?? []
    if (name === undefined || value === undefined || fields.has(name)) continue
    fields.set(
      name,
      value.replaceAll(/\\(.)/gsu, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)),
    )
  }
  return fields
}

/** A UTC time in the format of the other pages; a local time unchanged. */
function moment(value: string): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? []
  return year === undefined ? value : timeText(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
