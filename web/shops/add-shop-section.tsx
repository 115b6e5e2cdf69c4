import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { newShop } from '../../contract/shops/shops.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { refreshSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { withShop } from '../workspace/navigation.ts'
import { AddressField } from './address-field.tsx'
import { managedShopsKey } from './managed-shops.ts'
import { SettingsSection } from './settings-section.tsx'
import { useFormSubmit } from './use-form-submit.ts'

/** Adds another shop to an owner's account. It begins with the hours and the payout method of this one. */
export function AddShopSection({ shop }: { shop: ShopSettings }) {
  const [isOpen, setIsOpen] = useState(false)
  const holder = useFocusOnSwap<HTMLDivElement>(isOpen ? 'form' : 'button')
  return (
    <SettingsSection
      id="another"
      title="Another shop"
      lead="It starts with the hours and the payout method of this shop. You switch between your shops in the header."
    >
      <div ref={holder}>
        {isOpen ? (
          <NewShopForm shop={shop} />
        ) : (
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Add a shop
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

function NewShopForm({ shop }: { shop: ShopSettings }) {
  const queries = useQueryClient()
  const [businessName, setBusinessName] = useState('')
  const [address, setAddress] = useState('')
  const [phone, setPhone] = useState('')
  const { form, errors, edited, busy, problem, submit } = useFormSubmit()
  const input = {
    businessName,
    address,
    businessHours: shop.businessHours,
    paymentMethod: shop.payout.paymentMethod ?? ('ACH Direct Deposit' as const),
    ...(phone === '' ? {} : { phone }),
  }
  const add = async () => {
    const { user } = await call('shops.add', { body: input })
    await refreshSession()
    void queries.invalidateQueries({ queryKey: managedShopsKey })
    toast({ title: 'Shop added', description: 'We email you when it is approved.' })
    const added = user.workplaces.at(-1)
    if (added) navigate(withShop(paths.adminView('shop'), added.shopId))
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Add a shop"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit(findFieldErrors(newShop, input), add)
      }}
    >
      <TextField
        label="Business Name"
        name="businessName"
        required
        dir="auto"
        value={businessName}
        error={errors['businessName']}
        onChange={(event) => {
          setBusinessName(event.target.value)
          edited('businessName')
        }}
      />
      <AddressField
        value={address}
        error={errors['address']}
        onChange={(typed) => {
          setAddress(typed)
          edited('address')
        }}
      />
      <TextField
        label="Shop phone"
        name="phone"
        type="tel"
        inputMode="tel"
        optional
        value={phone}
        error={errors['phone']}
        onChange={(event) => {
          setPhone(formatPhone(event.target.value))
          edited('phone')
        }}
      />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyText="Adding...">
          Add shop
        </Button>
      </div>
    </form>
  )
}
