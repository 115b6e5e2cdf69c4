import type { ElementType, Key } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { withOwnElements } from './own-elements.ts'

export { Fragment } from 'react'
export type { JSX } from 'react/jsx-runtime'

/** `jsx-runtime` for development. */
export function jsxDEV(
  type: ElementType,
  props: { children?: unknown },
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
) {
  return react.jsxDEV(type, withOwnElements(type, props), key, isStatic, source, self)
}
