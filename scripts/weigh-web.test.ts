import { expect, test } from 'vitest'
import { judgeWeights, weigh } from './weigh-web.ts'
import type { BuiltFile } from './weigh-web.ts'

const file = (name: string, kilobytes: number, more: Partial<BuiltFile> = {}): BuiltFile => ({
  name,
  bytes: kilobytes * 1000,
  imports: [],
  opens: [],
  isFirst: false,
  ...more,
})

const built = [
  file('first.js', 60, { imports: ['base.js'], opens: ['web/main.tsx'], isFirst: true }),
  file('base.js', 10),
  file('login.js', 5, { imports: ['shared.js', 'first.js'], opens: ['web/login-page.tsx'] }),
  file('list.js', 20, { imports: ['shared.js', 'base.js'], opens: ['web/list-page.tsx'] }),
  file('shared.js', 7, { imports: ['deep.js'] }),
  file('deep.js', 1, { imports: ['shared.js'] }),
  file('all.css', 12),
  file('inter-basic.woff2', 70),
  file('inter-latin-ext-opsz.woff2', 130),
]

test('a page weighs what it needs beyond the first bundle, each file once', () => {
  expect(Object.fromEntries(weigh(built))).toEqual({
    'first bundle': 70_000,
    'style sheet': 12_000,
    'first font': 70_000,
    'web/login-page.tsx': 13_000,
    'web/list-page.tsx': 28_000,
  })
})

const budgets = {
  'first bundle': 80,
  'style sheet': 15,
  'first font': 75,
  'web/login-page.tsx': 13,
  'web/list-page.tsx': 30,
}

test('a weight up to 5 % over its budget passes', () => {
  const { table, problems } = judgeWeights(weigh(built), { ...budgets, 'first bundle': 67 })
  expect(problems).toEqual([])
  expect(table[0]).toBe('   70.0 of   67 kB  first bundle')
  expect(table).toHaveLength(5)
})

test('a weight over its budget, without a budget, or no longer built is reported', () => {
  const { 'web/list-page.tsx': _, ...others } = budgets
  const { problems } = judgeWeights(weigh(built), { ...others, 'first bundle': 66, 'web/old-page.tsx': 5 })
  expect(problems).toEqual([
    'web/old-page.tsx has a budget and is not built: take it out of scripts/budgets.ts.',
    'first bundle weighs 70.0 kB, and its budget is 66 kB: make it lighter, or load a part of it later.',
    'web/list-page.tsx weighs 28.0 kB and has no budget: give it one in scripts/budgets.ts.',
  ])
})
