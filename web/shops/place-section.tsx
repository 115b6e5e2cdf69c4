import * as z from 'zod/mini'
import { MapPin, MapPinOff } from 'lucide-react'
import { shopChange, type ShopChange, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AddressField } from './address-field.tsx'
import { PinLink, RoughPlace } from './rough-place.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { timeZoneOptions } from './time-zones.ts'
import { useShopChange } from './use-shop-change.ts'

const typedPlace = z.object({ businessName: z.string(), address: z.string(), timeZone: z.string() })
type TypedPlace = z.infer<typeof typedPlace>

export function PlaceSection({ shop }: { shop: ShopSettings }) {
  const { businessName, address, timeZone } = shop
  const decides = useMay('shop.changeStatus')
  const waits = !decides && (shop.status === 'approved' || shop.status === 'suspended')
  const stored: TypedPlace = { businessName, address, timeZone }
  const draft = useFormDraft(`shop-${shop.id}-place`, typedPlace, stored)
  const changing = useShopChange()
  const { value } = draft
  const { errors } = changing

  const edit = (field: keyof TypedPlace, typed: string) => {
    draft.change({ ...value, [field]: typed })
    changing.edited(field)
  }
  const save = () => {
    // Only changed fields: the server geocodes a sent address, which may change the time zone.
    const body: ShopChange = {
      ...(value.businessName !== businessName && { businessName: value.businessName }),
      ...(value.address !== address && { address: value.address }),
      ...(value.timeZone !== timeZone && { timeZone: value.timeZone }),
    }
    return changing.save(
      ({ pendingChange }) => (pendingChange === null ? 'Shop saved' : 'Saved. Waiting for approval'),
      () => call('shops.change', { params: shopParams(shop.id), body }),
      findFieldErrors(shopChange, body),
    )
  }

  return (
    <SettingsSection
      id="place"
      title="Name and place"
      {...(waits && {
        lead: 'An administrator has to approve a new name or address. Then we email every customer with an upcoming appointment.',
      })}
    >
      <SettingsForm
        part="name and place"
        saveLabel="Save name and place"
        label="Name and place"
        draft={draft}
        changing={changing}
        onSave={save}
      >
        <TextField
          label="Business Name"
          name="businessName"
          autoComplete="organization"
          required
          dir="auto"
          value={value.businessName}
          error={errors['businessName']}
          onChange={(event) => edit('businessName', event.target.value)}
        />
        <div className="grid gap-2">
          <AddressField
            value={value.address}
            error={errors['address']}
            known={address}
            onChange={(typed) => edit('address', typed)}
          />
          {value.address === address && <Place shop={shop} />}
        </div>
        <SelectField
          label="Time Zone"
          name="timeZone"
          hint="Your hours and appointment times use this time zone. Booked appointments don’t move."
          value={value.timeZone}
          error={errors['timeZone']}
          options={timeZoneOptions(timeZone)}
          onChange={(zone) => edit('timeZone', zone)}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

/** The location of the stored address, or a button that retries the lookup. */
function Place({ shop }: { shop: ShopSettings }) {
  const { id, address, latitude, longitude, matchedAddress, isRough } = shop
  const { busy, save } = useShopChange()
  if (latitude !== null && longitude !== null)
    return (
      <div className="grid gap-1 text-sm">
        {isRough && matchedAddress !== null ? (
          <RoughPlace matched={matchedAddress} />
        ) : (
          <p className="flex items-start gap-2 text-muted">
            <MapPin className="mt-0.5 size-4 shrink-0 text-good" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              Located at {latitude.toFixed(4)}, {longitude.toFixed(4)}
              {matchedAddress !== null && (
                <>
                  : <bdi>{matchedAddress}</bdi>
                </>
              )}
            </span>
          </p>
        )}
        <PinLink latitude={latitude} longitude={longitude} />
      </div>
    )
  const lookUp = () =>
    save(
      (settings) => (settings.latitude === null ? 'Geocoding failed' : 'Address located'),
      () => call('shops.change', { params: shopParams(id), body: { address } }),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-warn">
      <span className="flex items-start gap-2">
        <MapPinOff className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        Not located yet
      </span>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyText="Looking it up..."
        onClick={() => void lookUp()}
      >
        Look it up again
      </Button>
    </div>
  )
}
