import { useRef, useState } from 'react'
import { CalendarOff, X } from 'lucide-react'
import * as z from 'zod/mini'
import { newClosure, type Closure, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { moveFocus } from '../ui/move-focus.ts'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { MisfitDialog } from './misfit-dialog.tsx'
import { MisfitsLink } from './misfits-link.tsx'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useMisfitPreview } from './use-misfit-preview.ts'
import { useShopChange } from './use-shop-change.ts'

const typedClosure = z.object({ firstDay: z.string(), lastDay: z.string(), reason: z.string() })
const nothingTyped = { firstDay: '', lastDay: '', reason: '' }

const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** 'Thu, Dec 24, 2026', or a range. */
function daysInWords({ firstDay, lastDay }: Pick<Closure, 'firstDay' | 'lastDay'>): string {
  const [first, last] = [firstDay, lastDay].map((day) => shortDay.format(Date.parse(`${day}T00:00:00Z`)))
  return firstDay === lastDay ? `${first}` : `${first} - ${last}`
}

export function ClosuresSection({ shop }: { shop: ShopSettings }) {
  return (
    <SettingsSection
      id="closures"
      title="Closures"
      lead="Days when you’re closed in addition to your weekly hours, such as holidays. Booked appointments stay booked."
    >
      {shop.closures.length === 0 ? (
        <p className="text-muted">No upcoming closures.</p>
      ) : (
        <ul className="grid gap-2">
          {shop.closures.map((closure) => (
            <ClosureRow key={closure.id} shopId={shop.id} closure={closure} />
          ))}
        </ul>
      )}
      <MisfitsLink shopId={shop.id} reason="closed" />
      <NewClosure shop={shop} />
    </SettingsSection>
  )
}

function ClosureRow({ shopId, closure }: { shopId: number; closure: Closure }) {
  const { busy, problem, save, forget } = useShopChange()
  const [asking, setAsking] = useState(false)
  const days = daysInWords(closure)
  const row = useRef<HTMLLIElement>(null)
  const remove = async () => {
    const [pressed, section] = [row.current, row.current?.closest('section')]
    const params = { ...shopParams(shopId), closureId: String(closure.id) }
    // The pressed button disappears with its row.
    if (await save('Closure removed', () => call('shops.removeClosure', { params })))
      moveFocus(section, pressed, { preventScroll: true })
  }
  return (
    <li ref={row} className="flex items-center gap-3 rounded-control border border-line py-1.5 pr-1.5 pl-4">
      <CalendarOff className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{days}</span>
        {closure.reason !== '' && (
          <span className="block text-sm wrap-anywhere text-muted">
            <bdi>{closure.reason}</bdi>
          </span>
        )}
      </span>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        <X className="size-4" aria-hidden="true" />
        Remove<span className="sr-only"> {days}</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove this closure?"
          confirmLabel="Remove closure"
          busyText="Removing..."
          keepLabel="Keep it"
          busy={busy}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsking(false)
            forget()
          }}
        >
          <p>
            <span className="font-medium">{days}</span>. Customers can book these days again, within your
            hours.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function NewClosure({ shop }: { shop: ShopSettings }) {
  const draft = useFormDraft(`shop-${shop.id}-closure`, typedClosure, nothingTyped)
  const changing = useShopChange()
  const preview = useMisfitPreview(shop.id)
  const { value } = draft
  const { errors } = changing
  // A native date field with a half-typed day can only be cleared by remounting it.
  const [round, setRound] = useState(0)
  const dates = useFocusOnSwap<HTMLDivElement>(String(round))

  const edit = (field: keyof typeof nothingTyped, typed: string) => {
    draft.change({ ...value, [field]: typed })
    changing.edited(field)
  }
  const discard = () => {
    draft.discard()
    setRound((before) => before + 1)
  }
  const add = () => {
    const { firstDay, lastDay, reason } = value
    const body = { firstDay, lastDay: lastDay || firstDay, ...(reason.trim() && { reason }) }
    const found = findFieldErrors(newClosure, body)
    const send = () =>
      changing.save(
        'Closure added',
        () => call('shops.addClosure', { params: shopParams(shop.id), body }),
        found,
      )
    return Object.keys(found).length > 0 ? send() : preview.before({ closure: body }, send)
  }

  return (
    <SettingsForm
      part="the new closure"
      saveLabel="Add closure"
      label="Add a closure"
      draft={{ isChanged: draft.isChanged, discard }}
      changing={changing}
      onSave={add}
    >
      <div key={round} ref={dates} className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First Day"
          name="firstDay"
          type="date"
          required
          value={value.firstDay}
          error={errors['firstDay']}
          onChange={(event) => edit('firstDay', event.target.value)}
        />
        <TextField
          label="Last Day"
          name="lastDay"
          type="date"
          optional
          min={value.firstDay || undefined}
          hint="Empty for a single day"
          value={value.lastDay}
          error={errors['lastDay']}
          onChange={(event) => edit('lastDay', event.target.value)}
        />
      </div>
      <TextField
        label="Reason"
        name="reason"
        optional
        dir="auto"
        placeholder="Thanksgiving"
        value={value.reason}
        error={errors['reason']}
        onChange={(event) => edit('reason', event.target.value)}
      />
      {preview.asking && (
        <MisfitDialog
          misfits={preview.asking}
          confirmLabel="Add closure"
          onConfirm={preview.confirm}
          onClose={preview.cancel}
        />
      )}
    </SettingsForm>
  )
}
