import { Dialog } from '../ui/dialog.tsx'
import { useStore } from '../ui/external-store.ts'
import { Switch } from '../ui/switch.tsx'
import type { NavItem } from './navigation.ts'
import { shortcutsStore } from './use-shortcuts.ts'

type KeysDialogProps = { items: readonly NavItem[]; open: boolean; onOpenChange: (open: boolean) => void }

const boardKeys: readonly [keys: string, effect: string][] = [
  ['↑ ↓ ← →', 'Move between jobs on the board'],
  ['Enter', 'Open the job or the row'],
  ['Page Up, Page Down', 'Day or week before and after'],
  ['Space', 'Pick up the job on the board'],
  ['↑ ↓ ← →', 'Move it by a quarter of an hour, or to another bay'],
  ['Enter or Space', 'Drop it there'],
  ['Esc', 'Put it back'],
  ['Esc', 'Close what is open'],
]

/** The keys of the workspace. */
export function KeysDialog({ items, open, onOpenChange }: KeysDialogProps) {
  const isOn = useStore(shortcutsStore, null) !== 'off'
  const ofPages = items.flatMap(({ shortcut, label }): [string, string][] =>
    shortcut === undefined ? [] : [[shortcut, label]],
  )
  const rows: readonly (readonly [string, string])[] = [
    ['/', 'Find a customer, car or appointment'],
    ...ofPages,
    ['n', 'New booking'],
    ['?', 'Show these keys'],
    ...boardKeys,
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid gap-2">
        {rows.map(([key, effect]) => (
          <div key={effect} className="flex items-center justify-between gap-4">
            <dt>
              <kbd className="rounded-sm border border-line-strong bg-sunken px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd className="text-right text-ui text-muted">{effect}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Switch
          label="Single-key shortcuts"
          checked={isOn}
          onChange={(checked) => shortcutsStore.write(checked ? 'on' : 'off')}
        />
      </div>
    </Dialog>
  )
}
