import { createElement, Fragment, isValidElement } from 'react'
import { expect, test } from 'vitest'
import { withOwnElements } from './own-elements.ts'

const icon = createElement('svg')

/** The children that an element gets; a span is written as [text]. */
function childrenOf(type: unknown, children: unknown): unknown {
  const own: unknown = withOwnElements(type, { children }).children
  const written = (child: unknown) =>
    isValidElement<{ children: unknown }>(child) && child.type === 'span' ? [child.props.children] : child
  return Array.isArray(own) ? own.map(written) : written(own)
}

test('texts without an element between them are one text', () => {
  expect(childrenOf('span', ['at ', '1:00 PM'])).toBe('at 1:00 PM')
  expect(childrenOf('option', ['Bay ', 2, false, null, ''])).toBe('Bay 2')
  expect(childrenOf('p', 'alone')).toBe('alone')
  expect(childrenOf('p', [false, 0])).toBe('0')
})

test('a text beside an element has an element of its own, and every child keeps its place', () => {
  expect(childrenOf('p', ['Price: ', 5, icon, ' and ', false, 'tax'])).toEqual([
    ['Price: 5'],
    null,
    icon,
    [' and tax'],
    false,
    null,
  ])
  expect(childrenOf('button', [false, icon, 'Save'])).toEqual([false, icon, ['Save']])
  expect(childrenOf(Fragment, ['at ', 'noon'])).toEqual([['at noon'], null])
  expect(childrenOf(Fragment, 'noon')).toEqual(['noon'])
})

test('children without a text stay as they are', () => {
  const props = { children: [icon, null, [icon]] }
  expect(withOwnElements('p', props)).toBe(props)
  const none = {}
  expect(withOwnElements('p', none)).toBe(none)
})
