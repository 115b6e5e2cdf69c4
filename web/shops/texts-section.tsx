import * as z from 'zod/mini'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { shopChange, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useMay } from '../identity/standing.ts'
import { TextField } from '../ui/field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

const lead =
  'Customers who agree get reminders as text messages (SMS), and can answer. Texts leave from 8 AM to 9 PM.'

/** The number that texts the shop's customers. Administrators, who register it with the provider, set it. */
export function TextsSection({ shop }: { shop: ShopSettings }) {
  const maySet = useMay('shop.changeStatus')
  return (
    <SettingsSection id="texts" title="Text messages" lead={lead}>
      {maySet ? <NumberForm shop={shop} /> : <p>{sentenceOf(shop)}</p>}
    </SettingsSection>
  )
}

function sentenceOf({ textNumber }: ShopSettings): string {
  return textNumber === null
    ? 'Your shop has no number for texts yet. Ask Dashfit to set one up.'
    : `Your texts come from ${formatPhone(textNumber)}.`
}

const typedNumber = z.object({ textNumber: z.string() })

function NumberForm({ shop }: { shop: ShopSettings }) {
  const stored = { textNumber: formatPhone(shop.textNumber ?? '') }
  const draft = useFormDraft(`shop-${shop.id}-texts`, typedNumber, stored)
  const changing = useShopChange()
  const save = () =>
    changing.save(
      draft.value.textNumber === '' ? 'Texts are off' : 'Number saved',
      () => call('shops.change', { params: shopParams(shop.id), body: draft.value }),
      findFieldErrors(shopChange, draft.value),
    )
  return (
    <SettingsForm
      part="text messages"
      saveLabel="Save number"
      label="Text messages"
      draft={draft}
      changing={changing}
      onSave={save}
    >
      <TextField
        label="Number for texts"
        name="textNumber"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="(123) 456-7890"
        hint="A number of this shop alone, registered with the provider. Leave it empty to send no texts."
        optional
        value={draft.value.textNumber}
        error={changing.errors['textNumber']}
        onChange={(event) => {
          draft.change({ textNumber: formatPhone(event.target.value) })
          changing.edited('textNumber')
        }}
      />
    </SettingsForm>
  )
}
