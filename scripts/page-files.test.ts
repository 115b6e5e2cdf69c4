import { expect, test } from 'vitest'
import { pageFilesOf } from './page-files.ts'
import type { ScriptFile } from './page-files.ts'

const file = (name: string, imports: string[], ...opens: string[]): ScriptFile => ({
  fileName: `assets/${name}.js`,
  isEntry: name === 'first',
  opens,
  imports: imports.map((imported) => `assets/${imported}.js`),
})

const files = [
  file('first', ['base'], 'web/main.tsx'),
  file('base', []),
  file('login', ['first', 'form'], 'web/login-page.tsx'),
  file('list', ['form', 'table'], 'web/list-page.tsx'),
  file('guard', ['form', 'base'], 'web/guard.tsx', 'web/nav.tsx'),
  file('form', ['icon', 'login']),
  file('icon', []),
  file('table', []),
]

test('a page lists every file of its sources once, without those of the first bundle', () => {
  expect(
    pageFilesOf(files, {
      '/': [],
      '/login': ['web/login-page.tsx', 'web/guard.tsx', 'web/nav.tsx'],
      '/list': ['web/list-page.tsx'],
    }),
  ).toEqual({
    '/': [],
    '/login': ['/assets/login.js', '/assets/form.js', '/assets/icon.js', '/assets/guard.js'],
    '/list': [
      '/assets/list.js',
      '/assets/form.js',
      '/assets/icon.js',
      '/assets/login.js',
      '/assets/table.js',
    ],
  })
})

test('a source without a file of its own fails the build', () => {
  expect(() => pageFilesOf(files, { '/old': ['web/old-page.tsx'] })).toThrow('web/old-page.tsx')
})
