import { textStore } from '../ui/browser-store.ts'

const hints = ['customer', 'shop'] as const
export type LayoutHint = (typeof hints)[number]

/** The layout to expect before the server has answered. It only avoids a flicker; it grants no access. */
export const layoutHint = textStore<LayoutHint>(
  'userType',
  (text) => hints.find((hint) => hint === text) ?? null,
  'browser',
)
