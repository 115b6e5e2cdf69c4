import { useState } from 'react'
import { payoutChange, type Payout, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { payoutFields } from '../../contract/shops/shops.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { detailLabels, emptyPayout, filledDetails, PayoutFields } from './payout-fields.tsx'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

export function PayoutSection({ shop }: { shop: ShopSettings }) {
  // Never stored in the browser: these are account numbers.
  const [payout, setPayout] = useState(emptyPayout)
  const changing = useShopChange()
  const { edited } = changing
  const present = shop.payout.paymentMethod

  const save = () => {
    const asked = { paymentMethod: payout.method ?? '', accountDetails: filledDetails(payout) }
    return changing.save(
      'Payout saved',
      () =>
        call('shops.changePayout', {
          params: shopParams(shop.id),
          body: payoutChange.parse(asked),
        }),
      findFieldErrors(payoutChange, asked),
    )
  }

  return (
    <SettingsSection
      id="payout"
      title="Payout"
      lead="How you’re paid. Details are stored encrypted. We show only the last four characters."
    >
      <PresentPayout payout={shop.payout} />
      <SettingsForm
        part="payout"
        saveLabel="Save payout"
        label="Payout"
        draft={{ isChanged: payout.method !== null, discard: () => setPayout(emptyPayout) }}
        changing={changing}
        onSave={save}
      >
        <PayoutFields
          payout={payout}
          errors={changing.errors}
          {...(payout.method !== null &&
            present !== null && {
              detailsHint:
                payout.method === present
                  ? 'Leave a field empty to keep its current value.'
                  : `The ${present} details are deleted when you save.`,
            })}
          onChange={(next, field) => {
            setPayout(next)
            edited(field)
            if (field === 'paymentMethod') edited('accountDetails')
          }}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

function PresentPayout({ payout: { paymentMethod, lastFour } }: { payout: Payout }) {
  if (paymentMethod === null) return <p className="text-muted">No payment method is set.</p>
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-control bg-sunken px-4 py-3 text-ui sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">Current payment method</dt>
      <dd className="font-medium">{paymentMethod}</dd>
      {payoutFields[paymentMethod].map((name) => {
        const last = lastFour[name]
        return (
          <div key={name} className="contents">
            <dt className="text-muted">{detailLabels[name]}</dt>
            <dd className="font-medium">
              <ShownDetail shown={last} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The visible part of a detail: the end of it. */
function ShownDetail({ shown }: { shown: string | undefined }) {
  if (shown === undefined) return 'Not added yet'
  if (shown === '') return 'Saved'
  return (
    <>
      ends in <bdi>{shown}</bdi>
    </>
  )
}
