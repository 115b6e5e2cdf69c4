/** A use of a feature that some supported browser lacks, and why it does no harm there. */
export type GuardedUse = { feature: string; source: string; reason: string }

export const guardedUses: readonly GuardedUse[] = [
  {
    feature: 'DisposableStack.prototype.use',
    source: 'node_modules/react/cjs/react.production.js',
    reason: 'React’s own method `use`, not that of a stack.',
  },
  {
    feature: 'Element.prototype.checkVisibility',
    source: 'node_modules/@radix-ui/react-focus-scope/dist/index.mjs',
    reason: 'Called after a look at its type; without it the library reads the computed style.',
  },
  {
    feature: 'Element.prototype.startViewTransition',
    source: 'node_modules/react-dom/cjs/react-dom-client.production.js',
    reason: 'For the component ViewTransition only, which no page has; inside a `try`.',
  },
  {
    feature: 'Error.captureStackTrace',
    source: 'node_modules/zod/v4/core/util.js',
    reason: 'Read after `"captureStackTrace" in Error`.',
  },
  {
    feature: 'PaymentRequest',
    source: 'web/payments/use-wallet-offer.ts',
    reason: 'Only compared with undefined, to know whether there may be a wallet.',
  },
  {
    feature: 'Iterator.prototype.toArray',
    source: 'node_modules/@dnd-kit/core/dist/core.esm.js',
    reason: 'A method of the library’s own map.',
  },
  {
    feature: 'navigation',
    source: 'node_modules/react-dom/cjs/react-dom-client.production.js',
    reason: 'React’s default loading indicator, after a look at its type.',
  },
  {
    feature: 'navigator.connection',
    source: 'node_modules/react-dom/cjs/react-dom-client.production.js',
    reason: 'Read after a test that it is there.',
  },
  {
    feature: 'setImmediate',
    source: 'node_modules/scheduler/cjs/scheduler.production.js',
    reason: 'Taken after a look at its type; the scheduler then uses a MessageChannel.',
  },
  {
    feature: 'trustedTypes',
    source: 'web/trusted-types.ts',
    reason: 'Undefined in browsers without it, which its type says.',
  },
]
