import { parse } from 'acorn'
import type { CallExpression, Expression, Node, PrivateIdentifier, Super, UnaryExpression } from 'acorn'
import { ancestor } from 'acorn-walk'
import { compatibilityOf, lackedBy, membersOf } from './browser-data.ts'

/** The newest ECMAScript whose whole syntax, regular expressions included, all supported browsers parse. */
export const syntaxVersion = 2022

/** A use of a feature in a built script. `line` begins at 1, `column` at 0. */
export type Use = { feature: string; lackedBy: readonly string[]; line: number; column: number }

/** Global objects and the interface that they implement. */
const instances: Readonly<Record<string, readonly string[]>> = {
  window: ['Window'],
  self: ['Window'],
  globalThis: ['Window'],
  document: ['Document', 'Node', 'EventTarget'],
  navigator: ['Navigator'],
  crypto: ['Crypto'],
  performance: ['Performance', 'EventTarget'],
  history: ['History'],
  location: ['Location'],
  screen: ['Screen', 'EventTarget'],
}

type Found = Pick<Use, 'feature' | 'lackedBy'>

/** The feature, if it is known and each of its descriptions names a supported browser that lacks it. */
function missing(feature: string, paths: readonly string[]): Found | null {
  const lacks = paths.flatMap((path) => {
    const compatibility = compatibilityOf(path)
    return compatibility === undefined ? [] : [lackedBy(compatibility)]
  })
  const [first] = lacks
  return first === undefined || lacks.some((one) => one.length === 0) ? null : { feature, lackedBy: first }
}

const isGlobalObject = (name: string) => instances[name]?.includes('Window') === true

/** Global objects and classes, as opposed to variables of the script. */
const isKnown = (name: string) =>
  instances[name] !== undefined ||
  compatibilityOf(`javascript.builtins.${name}`) !== undefined ||
  compatibilityOf(`api.${name}`) !== undefined

/** A variable that the browser gives: `Iterator`, `requestIdleCallback`. */
const missingGlobal = (name: string) =>
  missing(name, [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`])

/** A member of a global object or class: `Promise.withResolvers`, `navigator.wakeLock`. */
function missingMember(object: string, member: string): Found | null {
  if (isGlobalObject(object)) return missingGlobal(member)
  return missing(`${object}.${member}`, [
    ...(instances[object] ?? []).map((name) => `api.${name}.${member}`),
    ...(instances[object] ? [] : [`javascript.builtins.${object}.${member}`]),
    `api.${object}.${member}_static`,
  ])
}

/**
 * Interfaces whose methods are looked for by name. With all of them, every `draw` would be that of a graphics
 * card.
 */
const interfaces =
  'AbortSignal Blob Document Element Event FormData Headers HTMLDialogElement HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement Node Range ReadableStream Request Response Selection URLSearchParams Window'.split(
    ' ',
  )

/**
 * Methods that no object of a supported browser has under this name: the type of an object is unknown in a
 * built script, so `union` counts and `map` does not.
 */
const missingAnywhere = new Map<string, Found>()
const present = new Set<string>()
for (const room of ['javascript.builtins', 'api'])
  for (const [owner] of membersOf(room))
    for (const [member, compatibility] of membersOf(`${room}.${owner}`)) {
      const name = member.replace(/_static$/, '')
      const lacks = lackedBy(compatibility)
      if (lacks.length === 0) present.add(name)
      else if (name === member && name !== owner && (room !== 'api' || interfaces.includes(owner)))
        missingAnywhere.set(name, { feature: `${owner}.prototype.${name}`, lackedBy: lacks })
    }
for (const name of present) missingAnywhere.delete(name)

/** Methods of every iterator, called on the result of one of these calls. */
const givesIterator = new Set(['values', 'keys', 'entries', 'matchAll'])

/**
 * Uses of features that a supported browser lacks. A call `a.b?.()` and the operand of `typeof` guard
 * themselves. A name that the script declares itself counts too. A new method that shares its name with an
 * old one passes. Throws on syntax that is newer than `syntaxVersion`.
 */
export function listMissing(script: string): Use[] {
  const program = parse(script, {
    ecmaVersion: syntaxVersion,
    sourceType: 'module',
    locations: true,
    allowHashBang: false,
  })
  const uses: Use[] = []
  const note = (node: Node, found: Found | null | undefined) => {
    if (found && node.loc) uses.push({ ...found, line: node.loc.start.line, column: node.loc.start.column })
  }
  ancestor(program, {
    Identifier(node, _state, ancestors) {
      const parent = ancestors.at(-2)
      if (isGuard(node, parent)) return
      note(node, missingGlobal(node.name))
    },
    MemberExpression(node, _state, ancestors) {
      const parent = ancestors.at(-2)
      const name = nameOf(node.property, node.computed)
      if (name === null || isGuard(node, parent)) return
      const object = pathOf(node.object)
      if (object !== null && isKnown(object)) return note(node.property, missingMember(object, name))
      if (!isCalled(node, parent)) return
      const ofIterator = isIteratorCall(node.object)
        ? missing(`Iterator.prototype.${name}`, [`javascript.builtins.Iterator.${name}`])
        : null
      note(node.property, ofIterator ?? missingAnywhere.get(name))
    },
    VariableDeclarator({ id, init }) {
      // const { withResolvers } = Promise
      const object = init ? pathOf(init) : null
      if (object === null || id.type !== 'ObjectPattern') return
      for (const property of id.properties) {
        const name = property.type === 'Property' ? nameOf(property.key, property.computed) : null
        if (name !== null) note(property, missingMember(object, name))
      }
    },
  })
  return uses
}

function nameOf(key: Expression | PrivateIdentifier, computed: boolean): string | null {
  if (!computed && key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null
}

/** The name of a global object or class: `crypto` of `window.crypto`. */
function pathOf(node: Expression | Super): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null
  return isGlobalObject(node.object.name) ? nameOf(node.property, node.computed) : null
}

/** True for a call that gives an iterator; `Object.values(x)` gives an array. */
function isIteratorCall(node: Expression | Super): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property, computed } = node.callee
  return pathOf(object) !== 'Object' && givesIterator.has(nameOf(property, computed) ?? '')
}

const isCalled = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === 'CallExpression' && (parent as CallExpression).callee === node

function isGuard(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'UnaryExpression') return (parent as UnaryExpression).operator === 'typeof'
  return isCalled(node, parent) && (parent as CallExpression).optional
}
