import * as z from 'zod/mini'
import { businessHours, weekStarts } from '../../contract/shops/business-hours.ts'
import { shopChange, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { Alert } from '../ui/alert.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { MisfitDialog } from './misfit-dialog.tsx'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useMisfitPreview } from './use-misfit-preview.ts'
import { useShopChange } from './use-shop-change.ts'
import { WeekTable } from './week-table.tsx'

// A half-typed time is stored as well.
const day = z.object({ isOpen: z.boolean(), open: z.string(), close: z.string() })
const typedWeek = z.object({
  Monday: day,
  Tuesday: day,
  Wednesday: day,
  Thursday: day,
  Friday: day,
  Saturday: day,
  Sunday: day,
}) satisfies z.ZodMiniType<z.infer<typeof businessHours>>

/** The choice of the first day of the week, which is saved at once. */
function WeekStartField({ shop }: { shop: ShopSettings }) {
  const { save, busy, problem } = useShopChange()
  const change = (weekStartsOn: string) => {
    const body = shopChange.parse({ weekStartsOn })
    void save('First day saved', () => call('shops.change', { params: shopParams(shop.id), body }), {})
  }
  return (
    <div className="grid gap-2 border-t border-line pt-5">
      <SelectField
        label="Weeks on the board begin on"
        className="w-full sm:w-60"
        value={shop.weekStartsOn}
        disabled={busy}
        onChange={change}
        options={weekStarts.map((day) => ({ value: day, label: day }))}
      />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
    </div>
  )
}

export function HoursSection({ shop }: { shop: ShopSettings }) {
  const draft = useFormDraft(`shop-${shop.id}-hours`, typedWeek, shop.businessHours)
  const changing = useShopChange()
  const preview = useMisfitPreview(shop.id)

  const save = () => {
    const body = { businessHours: draft.value }
    const found = findFieldErrors(shopChange, body)
    const send = () =>
      changing.save('Hours saved', () => call('shops.change', { params: shopParams(shop.id), body }), found)
    return Object.keys(found).length > 0 ? send() : preview.before(body, send)
  }

  return (
    <SettingsSection
      id="hours"
      title="Business Hours"
      lead="Customers can book Monday to Friday, at hourly starts from 9:00 AM to 4:00 PM that fit your hours. Each day shows what they can book. Changes don’t affect booked appointments."
    >
      <SettingsForm
        part="hours"
        saveLabel="Save hours"
        label="Business Hours"
        draft={draft}
        changing={changing}
        onSave={save}
      >
        <WeekTable
          week={draft.value}
          errors={changing.errors}
          onChange={(week, field) => {
            draft.change(week)
            changing.edited(field)
          }}
        />
      </SettingsForm>
      <WeekStartField shop={shop} />
      {preview.asking && (
        <MisfitDialog
          misfits={preview.asking}
          confirmLabel="Save hours"
          onConfirm={preview.confirm}
          onClose={preview.cancel}
        />
      )}
    </SettingsSection>
  )
}
