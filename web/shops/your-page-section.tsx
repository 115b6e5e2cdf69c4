import * as z from 'zod/mini'
import { formatPhone, usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import type { ShopFacts } from '../../contract/shops/shop-facts.ts'
import { shopChange, type ShopChange, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { call } from '../api/client.ts'
import { ShopCard } from '../appointments/shop-card.tsx'
import { VisitFactsList } from '../appointments/visit-facts.tsx'
import { findFieldErrors } from '../identity/form-errors.ts'
import { Alert } from '../ui/alert.tsx'
import { TextField } from '../ui/field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

const typedFacts = z.object({
  phone: z.string(),
  contactEmail: z.string(),
  licenseNumber: z.string(),
  warranty: z.string(),
  parking: z.string(),
  waitingRoom: z.string(),
  shuttle: z.string(),
})
type TypedFacts = z.infer<typeof typedFacts>
const names = Object.keys(typedFacts.shape) as (keyof TypedFacts)[]

function typedOf({ facts, contactEmail }: ShopSettings): TypedFacts {
  const {
    phone = '',
    licenseNumber = '',
    warranty = '',
    parking = '',
    waitingRoom = '',
    shuttle = '',
  } = facts
  return {
    phone: formatPhone(phone),
    contactEmail: contactEmail ?? '',
    licenseNumber,
    warranty,
    parking,
    waitingRoom,
    shuttle,
  }
}

/** Not texts of the preview: the number has a form of its own, and the address is in no page. */
const hidden: ReadonlySet<keyof TypedFacts> = new Set(['phone', 'contactEmail'])

/** The fields of one line, in the order of a visit. */
const lines = [
  {
    name: 'licenseNumber',
    label: 'License number',
    hint: 'As registered with your state, like ARD00123456.',
  },
  { name: 'parking', label: 'Parking', hint: 'Where customers leave the car, like “Free, behind the shop.”' },
  { name: 'waitingRoom', label: 'Waiting room', hint: 'What you offer, like “Coffee and Wi-Fi.”' },
  { name: 'shuttle', label: 'Shuttle', hint: 'Where you drive customers, like “Rides within 5 miles.”' },
] as const

/** The facts that customers read before they pay and before they visit, with a preview. */
export function YourPageSection({ shop }: { shop: ShopSettings }) {
  const stored = typedOf(shop)
  const draft = useFormDraft(`shop-${shop.id}-page`, typedFacts, stored)
  const changing = useShopChange()
  const { value } = draft
  const { errors } = changing

  const edit = (name: keyof TypedFacts, text: string) => {
    draft.change({ ...value, [name]: text })
    changing.edited(name)
  }
  const save = () => {
    const changed = names.filter((name) => value[name] !== stored[name])
    const body: ShopChange = Object.fromEntries(changed.map((name) => [name, value[name]]))
    return changing.save(
      'Your page is saved',
      () => call('shops.change', { params: shopParams(shop.id), body }),
      findFieldErrors(shopChange, body),
    )
  }

  return (
    <SettingsSection
      id="page"
      title="Your page"
      lead="What customers see about you when they pay, in their emails, and before they visit. Empty fields stay hidden. Changes show right away."
    >
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <SettingsForm
          part="page"
          saveLabel="Save your page"
          label="Your page"
          draft={draft}
          changing={changing}
          onSave={save}
        >
          {shop.facts.phone === undefined && (
            <Alert tone="info">
              Add your phone number. Customers see it on their appointment and in every email.
            </Alert>
          )}
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="(123) 456-7890"
            optional
            value={value.phone}
            error={errors['phone']}
            onChange={(event) => edit('phone', formatPhone(event.target.value))}
          />
          <TextField
            label="Email for replies"
            name="contactEmail"
            type="email"
            inputMode="email"
            autoComplete="off"
            hint={replyHintOf(shop)}
            optional
            value={value.contactEmail}
            error={errors['contactEmail']}
            onChange={(event) => edit('contactEmail', event.target.value)}
          />
          <TextAreaField
            label="Warranty"
            name="warranty"
            hint="One or two sentences on parts and labor."
            rows={2}
            optional
            dir="auto"
            value={value.warranty}
            error={errors['warranty']}
            // One line for the server, also when pasted from several.
            onChange={(event) => edit('warranty', event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
          />
          {lines.map(({ name, label, hint }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              hint={hint}
              optional
              dir="auto"
              value={value[name]}
              error={errors[name]}
              onChange={(event) => edit(name, event.target.value)}
            />
          ))}
        </SettingsForm>
        <Preview shop={shop} facts={factsOf(value)} />
      </div>
    </SettingsSection>
  )
}

/** Where customers' replies go now, for the field that changes it. */
function replyHintOf({ contactEmail, repliesTo }: ShopSettings): string {
  if (repliesTo === null) return 'Customers can’t reply to their emails until you add one.'
  return contactEmail === null
    ? `Customers’ replies go to ${repliesTo} while this is empty.`
    : 'Customers’ replies to their emails go here.'
}

/** The typed facts as customers would see them; a half-typed phone number is left out. */
function factsOf(typed: TypedFacts): ShopFacts {
  const phone = usPhoneDigits(typed.phone)
  const told = names.filter((name) => !hidden.has(name) && typed[name].trim() !== '')
  return {
    ...(phone !== null && { phone }),
    ...Object.fromEntries(told.map((name) => [name, typed[name].trim()])),
  }
}

function openingTimesOf(week: ShopSettings['businessHours']): BookableShop['businessHours'] {
  const days = weekdays.map((weekday) => {
    const { isOpen, open, close } = week[weekday]
    return [weekday.toLowerCase(), isOpen ? { open, close } : null]
  })
  return Object.fromEntries(days) as BookableShop['businessHours']
}

function Preview({ shop, facts }: { shop: ShopSettings; facts: ShopFacts }) {
  return (
    <section aria-label="Preview" className="grid gap-4 rounded-card bg-sunken p-5">
      <p className="text-sm font-medium text-muted">What customers see</p>
      <ShopCard
        heading="p"
        shop={{
          businessName: shop.businessName,
          address: shop.address,
          businessHours: openingTimesOf(shop.businessHours),
          facts,
        }}
      />
      <VisitFactsList visit={facts} className="grid gap-2 border-t border-line pt-4 text-ui" />
    </section>
  )
}
