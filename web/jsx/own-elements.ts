import { createElement, Fragment } from 'react'

const isText = (child: unknown) => (typeof child === 'string' && child !== '') || typeof child === 'number'

/** Renders nothing, so the texts before and after it stand together. */
const isNothing = (child: unknown) => child == null || typeof child === 'boolean' || child === ''

const inSpan = (text: unknown) => createElement('span', null, String(text))

/** Neighboring texts become one span in the place of the first; every other child keeps its place. */
function inSpans(children: readonly unknown[]): unknown[] {
  let run: string[] = []
  const texts = children.map((child) => {
    if (!isText(child)) {
      if (!isNothing(child)) run = []
      return null
    }
    run.push(String(child))
    return run.length === 1 ? run : null
  })
  return children.map((child, place) =>
    isText(child) ? texts[place] && inSpan(texts[place].join('')) : child,
  )
}

/**
 * The props of an element in which each text has an element of its own. A browser's translation replaces text
 * nodes, and React goes on to write into the replaced ones: a text beside others would keep its old value, or
 * break the page when it is removed. React replaces the whole content of an element that holds one text.
 */
export function withOwnElements<Props extends { children?: unknown }>(type: unknown, props: Props): Props {
  const { children } = props
  if (!Array.isArray(children))
    return type === Fragment && isText(children) ? { ...props, children: inSpan(children) } : props
  if (!children.some(isText)) return props
  const isTextAlone = type !== Fragment && children.every((child) => isText(child) || isNothing(child))
  return { ...props, children: isTextAlone ? children.filter(isText).join('') : inSpans(children) }
}
