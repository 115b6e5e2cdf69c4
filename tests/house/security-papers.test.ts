import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const papers = ['SECURITY.md', 'docs/security/threat-model.md', 'docs/security/asvs.md']
const states = ['met', 'in part', 'not met', 'operator', 'n/a']

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Markdown links to files of the project, with their text; code is between backticks. */
function linksOf(text: string): { shown: string; target: string }[] {
  const links = text.matchAll(/\[((?:`` .*? ``|`[^`]*`|[^[\]`])+)\]\((?!https?:)([^()#\s]+)\)/g)
  return [...links].map(([, shown = '', target = '']) => ({
    shown: shown.replace(/^`` (.*) ``$|^`(.*)`$/, '$1$2'),
    target,
  }))
}

/** The rows of the table: requirement number, level, state, and proof or reason. */
function rowsOf(table: string): { no: string; level: string; state: string; proof: string }[] {
  return table.split('\n').flatMap((line) => {
    if (!/^\| \d+\.\d+\.\d+ \|/.test(line)) return []
    const [no = '', level = '', , state = '', ...proof] = line.slice(2, -2).split(' | ')
    return [{ no, level, state, proof: proof.join(' | ') }]
  })
}

/** Problems of the rows: an unknown state, an empty proof, a link whose text is not in its file. */
function findFaults(table: string): string[] {
  return rowsOf(table).flatMap(({ no, state, proof }) => {
    const faults: string[] = []
    const links = linksOf(proof)
    if (!states.includes(state)) faults.push(`${no} is neither met nor not: ${state}`)
    if (proof.trim() === '') faults.push(`${no} says nothing`)
    if (state === 'met' && links.length === 0) faults.push(`${no} is met and shows nothing`)
    if (links.length !== proof.split('](').length - 1) faults.push(`${no} has a link that cannot be read`)
    for (const { shown, target } of links) {
      const path = join('docs/security', target)
      if (!existsSync(join(root, path))) faults.push(`${no}: there is no ${path}`)
      else if (!read(path).includes(shown)) faults.push(`${no}: ${path} does not say: ${shown}`)
    }
    return faults
  })
}

const table = read('docs/security/asvs.md')

test('the table has every requirement of levels 1 and 2 once, in the standard’s order', () => {
  const rows = rowsOf(table)
  expect([rows.length, rows.filter(({ level }) => level === '1').length]).toEqual([253, 70])
  const order = rows.map(({ no }) => no.split('.').reduce((sum, part) => sum * 100 + Number(part), 0))
  expect(order).toEqual([...new Set(order)].toSorted((one, other) => one - other))
})

test('the proofs of the table are in the linked files', () => {
  expect(findFaults(table)).toEqual([])
})

test('the counts of the table match its rows', () => {
  for (const state of states) {
    const count = rowsOf(table).filter((row) => row.state === state).length
    expect(table).toContain(`\n| ${state} | ${count} |\n`)
  }
})

test('control: a missing file, changed text, a claim without proof and an unknown state are found', () => {
  const rows = [
    '| 1.1.1 | 1 | a | met | [gone](../../server/gone.ts) |',
    '| 1.1.2 | 1 | b | met | [`no such line ever`](../../server/app.ts) |',
    '| 1.1.3 | 1 | c | met | Surely. |',
    '| 1.1.4 | 1 | d | nearly | [buildApp](../../server/app.ts) |',
  ]
  expect(findFaults(rows.join('\n')).map((fault) => fault.slice(0, 5))).toEqual([
    '1.1.1',
    '1.1.2',
    '1.1.3',
    '1.1.4',
  ])
})

test.each(papers)('every link of %s to a project file has an existing target', (paper) => {
  const gone = linksOf(read(paper))
    .map(({ target }) => join(dirname(paper), target))
    .filter((path) => !existsSync(join(root, path)))
  expect(gone).toEqual([])
})
