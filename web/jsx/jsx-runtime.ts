import type { ElementType, Key } from 'react'
import * as react from 'react/jsx-runtime'
import { withOwnElements } from './own-elements.ts'

export { Fragment } from 'react'
export type { JSX } from 'react/jsx-runtime'

/** As React's, with an element for each text. Called for every JSX element of the front end. */
export function jsx(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsx(type, withOwnElements(type, props), key)
}

export function jsxs(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsxs(type, withOwnElements(type, props), key)
}
