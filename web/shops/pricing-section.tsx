import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { PricingChange, ShopPricing } from '../../contract/payments/price-endpoints.ts'
import { remittanceSentence } from '../../contract/payments/remittance.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { TextField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { readShare, readTaxRate, taxRateText } from './percent-text.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { taxExample } from './tax-example.ts'
import { useCatalog } from './use-catalog.ts'
import { useShopChange } from './use-shop-change.ts'

const lead = `Your prices stay as shown. Sales tax is part of them, and receipts say how much. In California installation labor isn’t taxed (Regulation 1546), so enter the share of parts. ${remittanceSentence}`

const pricingKey = (shopId: number) => ['shop-pricing', shopId] as const

/** Sales tax and tips of a shop. Owners change them; the desk reads them. */
export function PricingSection({ shop }: { shop: ShopSettings }) {
  const query = useQuery({
    queryKey: pricingKey(shop.id),
    queryFn: ({ signal }) => call('price.findPricing', { params: shopParams(shop.id), signal }),
    refetchOnMount: 'always',
  })
  return (
    <SettingsSection id="pricing" title="Sales tax and tips" lead={lead}>
      <QueryState query={query} loading="Loading sales tax and tips..." shape={<Skeleton className="h-48" />}>
        {(pricing) => <PricingForm shop={shop} pricing={pricing} />}
      </QueryState>
    </SettingsSection>
  )
}

type TaxExampleProps = { taxRate: number | null; shares: PricingChange['shares'] }

/** The tax of one package by the numbers as they are typed, before they are saved. */
function TaxExample({ taxRate, shares }: TaxExampleProps) {
  const catalog = useCatalog()
  const priced = shares.flatMap(({ packageId, percent }) => {
    const found = catalog.find(({ id }) => id === packageId)
    return found ? [{ packageId, percent, priceCents: found.priceCents }] : []
  })
  const example = taxExample(taxRate, priced)
  return (
    <output className="block">
      {example !== null && (
        <span className="block rounded-control bg-sunken px-4 py-3 text-ui">
          <span className="block text-sm text-muted">For example</span>
          {example}
        </span>
      )}
    </output>
  )
}

const typedPricing = z.object({
  rate: z.string(),
  takesTips: z.boolean(),
  /** Typed shares by the id of their package. */
  shares: z.record(z.string(), z.string()),
})

function typed({ taxRate, takesTips, shares }: ShopPricing): z.infer<typeof typedPricing> {
  return {
    rate: taxRateText(taxRate),
    takesTips,
    shares: Object.fromEntries(
      shares.map(({ packageId, percent }) => [String(packageId), percent === null ? '' : String(percent)]),
    ),
  }
}

function PricingForm({ shop, pricing }: { shop: ShopSettings; pricing: ShopPricing }) {
  const queries = useQueryClient()
  const draft = useFormDraft(`shop-${shop.id}-pricing`, typedPricing, typed(pricing))
  const changing = useShopChange()
  const { rate, takesTips, shares } = draft.value
  const readRate = readTaxRate(rate)
  const readShares = pricing.shares.map(({ packageId }) => ({
    packageId,
    read: readShare(shares[packageId] ?? ''),
  }))
  const errors = {
    ...(!readRate.ok && { taxRate: readRate.sentence }),
    ...Object.fromEntries(
      readShares.flatMap(({ packageId, read }) => (read.ok ? [] : [[`share-${packageId}`, read.sentence]])),
    ),
  }
  const save = () =>
    changing.save(
      'Saved',
      async () => {
        const body = {
          taxRate: readRate.ok ? readRate.value : null,
          takesTips,
          shares: readShares.map(({ packageId, read }) => ({
            packageId,
            percent: read.ok ? read.value : null,
          })),
        }
        const saved = await call('price.changePricing', { params: shopParams(shop.id), body })
        queries.setQueryData(pricingKey(shop.id), saved)
        return shop
      },
      errors,
    )
  return (
    <SettingsForm
      part="sales tax and tips"
      saveLabel="Save"
      label="Sales tax and tips"
      draft={draft}
      changing={changing}
      onSave={save}
    >
      <TextField
        label="Sales tax rate in %"
        name="taxRate"
        className="max-w-60"
        inputMode="decimal"
        autoComplete="off"
        placeholder="9.75"
        hint="Leave it empty for no sales tax."
        optional
        value={rate}
        error={changing.errors['taxRate']}
        onChange={(event) => {
          draft.change({ ...draft.value, rate: event.target.value })
          changing.edited('taxRate')
        }}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium text-ink">Taxable parts of each package, in %</legend>
        <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          {pricing.shares.map(({ packageId, packageName }) => (
            <li key={packageId}>
              <TextField
                label={<bdi className="font-normal">{packageName}</bdi>}
                name={`share-${packageId}`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="No tax"
                value={shares[packageId] ?? ''}
                error={changing.errors[`share-${packageId}`]}
                onChange={(event) => {
                  draft.change({ ...draft.value, shares: { ...shares, [packageId]: event.target.value } })
                  changing.edited(`share-${packageId}`)
                }}
              />
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">
          Parts that you add on the day are taxed in full; labor and tips are not.
        </p>
      </fieldset>
      <TaxExample
        taxRate={readRate.ok ? readRate.value : null}
        shares={readShares.map(({ packageId, read }) => ({
          packageId,
          percent: read.ok ? read.value : null,
        }))}
      />
      <Switch
        label="Customers can add a tip when they agree to the price"
        checked={takesTips}
        onChange={(isOn) => draft.change({ ...draft.value, takesTips: isOn })}
      />
    </SettingsForm>
  )
}
