import { createElement } from 'react'
import { ToastCard } from './toast-card.tsx'
import type { Toast } from './toast-card.tsx'
import { changeNotice } from './toast-notice.ts'

let lastId = 0

/** Shows a toast for five seconds, a failure with many words for longer. It replaces the current one. */
export function toast(notice: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] }): void {
  lastId += 1
  const shown: Toast = { variant: 'default', ...notice, id: lastId }
  changeNotice({ id: shown.id, variant: shown.variant, card: createElement(ToastCard, { toast: shown }) })
}
