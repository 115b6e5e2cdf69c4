import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ChangePreview,
  FitmentDataReply,
  ProposedChange,
  VersionList,
} from '../../contract/fitment/changed-data.ts'
import type { FitmentData, FitmentRule } from '../../contract/fitment/fitment-data.ts'
import { readRulesCsv } from '../../contract/fitment/rules-csv.ts'
import { mostFitmentBytes } from '../../contract/limits.ts'
import { readFitmentData } from '../../server/fitment/queries.ts'
import { book } from '../support/orders.ts'
import { refusalOf, registerShop, send, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let first: FitmentData

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  first = await readFitmentData(world.context.database.db, 1)
})
afterAll(() => world.stop())

const e70 = 'bmw-x5-e70'
const cicRule = `${e70}/cic/1`

async function current(): Promise<FitmentDataReply> {
  return (await administrator.get('/api/admin/fitment')).body as FitmentDataReply
}
async function newestVersion(): Promise<VersionList['versions'][number]> {
  const { versions } = (await administrator.get('/api/admin/fitment/versions')).body as VersionList
  if (!versions[0]) throw new Error('no version')
  return versions[0]
}

/** A change of one generation: its rows in force, with one rule changed. */
function ruleChange(data: FitmentData, ruleId: string, changes: Partial<FitmentRule>): ProposedChange {
  const rule = data.rules.find(({ id }) => id === ruleId)
  const generation = data.generations.find(({ id }) => id === rule?.generationId)
  if (!rule || !generation) throw new Error(`no rule ${ruleId}`)
  const isOwn = ({ generationId }: { generationId: string }) => generationId === generation.id
  return {
    kind: 'generation',
    generation,
    headUnits: data.headUnits.filter(isOwn),
    rules: data.rules.filter(isOwn).map((each) => (each.id === ruleId ? { ...each, ...changes } : each)),
  }
}

const save = (change: ProposedChange, baseVersion: number, reason = 'The fitter said so') =>
  administrator.post('/api/admin/fitment/versions', { baseVersion, change, reason })
const preview = async (change: ProposedChange, baseVersion: number) => {
  const answer = await administrator.post('/api/admin/fitment/preview', { baseVersion, change })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as ChangePreview
}

/** Changes a rule of the version in force, and returns the version that it made. */
async function changeRule(ruleId: string, changes: Partial<FitmentRule>, reason?: string): Promise<number> {
  const { version, data } = await current()
  const answer = await save(ruleChange(data, ruleId, changes), version, reason)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.version as number
}
const rowsOf = async (ruleId: string) =>
  (
    await world.context.database.pool.query(
      'select since, until, outcome from fitment_rules where id = $1 order by since',
      [ruleId],
    )
  ).rows as { since: number; until: number | null; outcome: string }[]

describe('the data in force', () => {
  test('is for administrators alone', async () => {
    const shop = await registerShop(world)
    const customer = await signUp(world)
    const body = { baseVersion: 1, change: ruleChange(first, cicRule, {}), reason: 'Mine now' }
    for (const person of [shop, customer]) {
      expect((await person.get('/api/admin/fitment')).status).toBe(403)
      expect((await person.get('/api/admin/fitment/versions')).status).toBe(403)
      expect((await person.get('/api/admin/fitment/data.json')).status).toBe(403)
      expect((await person.get('/api/admin/fitment/rules.csv')).status).toBe(403)
      expect((await person.post('/api/admin/fitment/preview', body)).status).toBe(403)
      expect((await person.post('/api/admin/fitment/versions', body)).status).toBe(403)
    }
    expect((await current()).version).toBe(1)
  })

  test('names its version, author and reason; the first was the product’s own, and unchecked', async () => {
    expect(await current()).toMatchObject({
      version: 1,
      createdBy: null,
      reason: 'First data, not yet checked by a fitter',
      checkedBy: {},
    })
    expect(first.generations.every(({ checkedOn }) => checkedOn === null)).toBe(true)
  })
})

describe('a change', () => {
  test('is a new version: the old row ends, a new one begins, and all others stay', async () => {
    const { version: before } = await current()
    const version = await changeRule(cicRule, { outcome: 'fits', customerNote: 'Tried it.' }, 'Fitted 3 cars')
    expect(version).toBe(before + 1)
    expect(await rowsOf(cicRule)).toEqual([
      { since: 1, until: version, outcome: 'fits_with_condition' },
      { since: version, until: null, outcome: 'fits' },
    ])
    const { rows } = await world.context.database.pool.query(
      `select count(*)::int as rows from (select since, until from fitment_rules union all select since, until from fitment_head_units
        union all select since, until from fitment_generations) r where since = $1 or until = $1`,
      [version],
    )
    expect(rows[0]).toEqual({ rows: 2 })
    const shown = await send(world, 'GET', '/api/fitment?year=2013&make=BMW&model=X5')
    expect(shown.body).toMatchObject({ ruleVersion: version })
    expect(shown.body.packages[0]).toMatchObject({ verdict: 'fits', reason: 'Tried it.' })
    expect(await newestVersion()).toMatchObject({
      version,
      reason: 'Fitted 3 cars',
      createdBy: expect.stringMatching(/./),
      changeTotal: 1,
      changes: [
        {
          kind: 'rule',
          id: cicRule,
          change: 'changed',
          label: 'Package 1: BMW X5 E70, CIC',
          fields: [
            { name: 'outcome', before: 'fits_with_condition', after: 'fits' },
            { name: 'customerNote', before: expect.stringContaining('AUX'), after: 'Tried it.' },
          ],
        },
      ],
    })
    expect(await readFitmentData(world.context.database.db, 1)).toEqual(first)
  })

  test('of an older version is refused, and nothing is written', async () => {
    const { version, data } = await current()
    const change = ruleChange(data, cicRule, { shopNote: 'Too late' })
    expect(refusalOf(await save(change, version - 1))).toEqual([409, 'fitment_version_stale'])
    expect(refusalOf(await save(change, version + 1))).toEqual([409, 'fitment_version_stale'])
    expect(
      refusalOf(await administrator.post('/api/admin/fitment/preview', { baseVersion: version - 1, change })),
    ).toEqual([409, 'fitment_version_stale'])
    expect((await current()).version).toBe(version)
  })

  test('that is sent again after a lost reply counts once', async () => {
    const { version, data } = await current()
    const change = ruleChange(data, cicRule, { shopNote: 'Bring the AUX adapter' })
    const answers = [await save(change, version), await save(change, version)]
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [201, version + 1],
      [201, version + 1],
    ])
  })

  test('of two administrators at once goes to one; the other is told', async () => {
    const { version, data } = await current()
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((shopNote) =>
        save(ruleChange(data, cicRule, { shopNote }), version, `Said by ${shopNote}`),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409'])
    const { rows } = await world.context.database.pool.query(
      'select count(*)::int as count from fitment_versions where version > $1',
      [version],
    )
    expect(rows[0]).toEqual({ count: 1 })
    expect((await rowsOf(cicRule)).filter(({ until }) => until === null)).toHaveLength(1)
  })

  test.each([
    ['without a reason', { reason: ' ' }, 'Please give a reason'],
    ['with a long reason', { reason: 'a'.repeat(301) }, 'Please keep the reason under 300 characters'],
  ])('%s is refused', async (_, changes, sentence) => {
    const { version, data } = await current()
    const change = ruleChange(data, cicRule, { shopNote: 'Another note' })
    const answer = await save(change, version, changes.reason)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe(sentence)
  })

  test.each<[string, Partial<FitmentRule>, RegExp]>([
    [
      'a condition without a text',
      { outcome: 'fits_with_condition', customerNote: '' },
      /condition without a text/,
    ],
    ['an unknown head unit', { headUnitId: 'bmw-x5-e70/none' }, /for a head unit that BMW X5 E70 lacks/],
    ['an unknown answer', { answer: { questionId: 'bmw-screen', value: 'round' } }, /unknown answer/],
    ['an unknown package', { packageId: 99 }, /unknown package 99/],
    ['a contradiction', { headUnitId: null }, /for the same case/],
  ])('with %s is refused in words, and shown by the preview', async (_, changes, sentence) => {
    const { version, data } = await current()
    const change = ruleChange(data, cicRule, changes)
    const answer = await save(change, version)
    expect(refusalOf(answer)).toEqual([422, 'fitment_unsound'])
    expect(answer.body.error).toMatch(sentence)
    const { findings } = await preview(change, version)
    expect(findings[0]).toMatchObject({ level: 'error', make: 'BMW', model: 'X5', text: answer.body.error })
    expect((await current()).version).toBe(version)
  })

  test('with a warning alone is saved', async () => {
    const { version, data } = await current()
    const change = ruleChange(data, `${e70}/cic/2`, {})
    if (change.kind !== 'generation') throw new Error('another change')
    const shorter = { ...change, generation: { ...change.generation, yearTo: 2012 } }
    const headUnits = change.headUnits.map((unit) => ({
      ...unit,
      yearTo: Math.min(unit.yearTo, 2012),
    }))
    const found = await preview({ ...shorter, headUnits }, version)
    expect(found.findings).toContainEqual(
      expect.objectContaining({ code: 'gap', level: 'warning', text: 'BMW X5 2013 has no generation.' }),
    )
    const answer = await save({ ...shorter, headUnits }, version)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  })
})

describe('the preview', () => {
  test('counts cars and coming appointments, which keep their verdict and version', async () => {
    const customer = await signUp(world)
    const vehicleInfo = { year: 2012, make: 'Lexus', model: 'RX' }
    const { version } = await current()
    const fitment = { answers: { 'lexus-control': 'mouse' }, acceptedConditions: [], ruleVersion: version }
    const id = await book(world, customer, { vehicleInfo, fitment })
    const verdictOf = async () =>
      (
        await world.context.database.pool.query(
          'select rule_version, outcome, answers from fitment_verdicts where appointment_id = $1',
          [id],
        )
      ).rows
    const booked = [{ rule_version: version, outcome: 'fits', answers: { 'lexus-control': 'mouse' } }]
    expect(await verdictOf()).toEqual(booked)
    const { data } = await current()
    const rule = data.rules.find(
      ({ generationId, packageId, outcome, headUnitId }) =>
        generationId.startsWith('lexus-rx') && packageId === 1 && outcome === 'fits' && headUnitId !== null,
    )
    if (!rule) throw new Error('no rule')
    const changes = { outcome: 'does_not_fit', customerNote: 'The part was withdrawn.' } as const
    const found = await preview(ruleChange(data, rule.id, changes), version)
    expect(found.changeTotal).toBe(1)
    expect(found.appointmentTotal).toBe(1)
    expect(found.appointments).toMatchObject([
      { id, ...vehicleInfo, before: 'fits', after: 'does_not_fit', packageName: expect.any(String) },
    ])
    const years = data.headUnits.find((unit) => unit.id === rule.headUnitId)
    if (!years) throw new Error('no head unit')
    expect(found.verdictTotal).toBe(years.yearTo - years.yearFrom + 1)
    expect(found.verdicts[0]).toMatchObject({
      make: 'Lexus',
      model: 'RX',
      packageId: 1,
      after: 'does_not_fit',
    })
    expect((await current()).version).toBe(version)

    await changeRule(rule.id, changes)
    expect(await verdictOf()).toEqual(booked)
    const own = (await customer.get(`/api/appointments/user/${encodeURIComponent(customer.email)}`)).body
    expect(own[0]).toMatchObject({ id, fitment: { verdict: 'fits' } })
  })

  test('of a note for the shop changes no verdict', async () => {
    const { version, data } = await current()
    const found = await preview(ruleChange(data, cicRule, { shopNote: 'Mind the clips' }), version)
    expect(found).toMatchObject({ changeTotal: 1, verdictTotal: 0, appointmentTotal: 0, isPartial: false })
  })
})

describe('a check by a fitter', () => {
  const check = (body: object) => administrator.post('/api/admin/fitment/checks', body)

  test('is a version of its own, names its recorder, and ends with a change of the generation', async () => {
    const { version } = await current()
    const answer = await check({ baseVersion: version, generationId: e70, checkedOn: '2026-11-02' })
    expect(answer.status).toBe(201)
    const checked = await current()
    expect(checked.version).toBe(version + 1)
    expect(checked.data.generations.find(({ id }) => id === e70)?.checkedOn).toBe('2026-11-02')
    expect(Object.keys(checked.checkedBy)).toEqual([e70])
    expect((await newestVersion()).reason).toBe('Checked by a fitter on 2026-11-02: BMW X5 E70')

    const other = checked.data.rules.find(({ generationId }) => generationId.startsWith('lexus-gx'))
    await changeRule(other?.id ?? '', { shopNote: 'Another car' })
    expect((await current()).checkedBy).toHaveProperty([e70])
    await changeRule(cicRule, { shopNote: 'Changed after the check' })
    const later = await current()
    expect(later.data.generations.find(({ id }) => id === e70)?.checkedOn).toBeNull()
    expect(later.checkedBy).toEqual({})
  })

  test('is refused for a day to come, an unknown generation and an older version', async () => {
    const { version } = await current()
    const asked = { baseVersion: version, generationId: e70, checkedOn: '2026-11-02' }
    expect((await check({ ...asked, checkedOn: '2090-01-01' })).body.error).toBe(
      'The day of the check is in the future',
    )
    expect((await check({ ...asked, checkedOn: '2026-02-30' })).body.error).toBe(
      'Please enter the day of the check',
    )
    expect((await check({ ...asked, generationId: 'none' })).status).toBe(404)
    expect(refusalOf(await check({ ...asked, baseVersion: version - 1 }))).toEqual([
      409,
      'fitment_version_stale',
    ])
  })
})

describe('export and import', () => {
  test('of all data as JSON is a round trip', async () => {
    const { version, data } = await current()
    const file = await administrator.get('/api/admin/fitment/data.json')
    expect(file.headers.get('content-disposition')).toContain(`fitment-version-${version}.json`)
    expect(file.body).toEqual(data)
    const again = await save({ kind: 'data', data: file.body as FitmentData }, version)
    expect([again.status, again.body.version]).toEqual([201, version])
    // The first data comes back with another import, as a version of its own.
    const back = await save({ kind: 'data', data: first }, version, 'Back to the first data')
    expect(back.body.version).toBe(version + 1)
    expect((await current()).data).toEqual(first)
  })

  test('of the rules as CSV is a round trip, safe from formulas', async () => {
    const { version, data } = await current()
    const hostile = '=HYPERLINK("https://evil.example")'
    const change = ruleChange(data, cicRule, { shopNote: hostile, sources: ['-1', "'=2", 'a, "b"'] })
    expect((await save(change, version)).status).toBe(201)
    const answer = await fetch(new URL('/api/admin/fitment/rules.csv', world.url), {
      headers: { cookie: administrator.cookie },
    })
    const csv = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    const { data: present } = await current()
    const read = readRulesCsv(csv)
    expect(read).toEqual({ rules: present.rules })
    if (!('rules' in read)) throw new Error('not read')
    const same = await save({ kind: 'rules', rules: read.rules }, version + 1)
    expect(same.body.version).toBe(version + 1)
    const fewer = read.rules.filter(({ id }) => id !== cicRule)
    const found = await preview({ kind: 'rules', rules: fewer }, version + 1)
    expect(found.changes).toMatchObject([{ kind: 'rule', id: cicRule, change: 'removed' }])
    expect((await save({ kind: 'rules', rules: fewer }, version + 1)).status).toBe(201)
    expect((await current()).data.rules.some(({ id }) => id === cicRule)).toBe(false)
  })

  test('of a file that is too large is refused with a sentence, before it is read for strangers', async () => {
    const body = { kind: 'data', padding: 'a'.repeat(mostFitmentBytes) }
    const answer = await administrator.post('/api/admin/fitment/preview', body)
    expect(refusalOf(answer)).toEqual([413, 'too_large'])
    const stranger = await send(world, 'POST', '/api/admin/fitment/preview', { body })
    expect(stranger.status).toBe(401)
  })

  test('of data with a wrong field names the field', async () => {
    const { version } = await current()
    const generations = [{ ...first.generations[0], yearFrom: 'soon' }]
    const change = { kind: 'data', data: { ...first, generations } }
    const answer = await administrator.post('/api/admin/fitment/preview', { baseVersion: version, change })
    expect(refusalOf(answer)).toEqual([400, 'malformed'])
    expect(answer.headers.get('x-refusal-field')).toBe('change.data.generations.0.yearFrom')
  })
})
