import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { bayChange, newBay, type Bay, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { MisfitNames } from './misfit-dialog.tsx'
import { MisfitsLink } from './misfits-link.tsx'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

const typedBay = z.object({ name: z.string() })

export function BaysSection({ shop }: { shop: ShopSettings }) {
  return (
    <SettingsSection
      id="bays"
      title="Bays"
      lead="Each bay takes one vehicle at a time. A bay out of use takes no new appointments and keeps the booked ones."
    >
      <ul className="grid gap-2">
        {shop.bays.map((bay) => (
          <BayRow key={bay.id} shopId={shop.id} bay={bay} />
        ))}
      </ul>
      <MisfitsLink shopId={shop.id} reason="bay_out_of_use" />
      <NewBay shop={shop} />
    </SettingsSection>
  )
}

function BayRow({ shopId, bay }: { shopId: number; bay: Bay }) {
  const [renaming, setRenaming] = useState(false)
  const [asking, setAsking] = useState(false)
  const { busy, problem, save, forget } = useShopChange()
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  // The closed form held the focus, so it returns to the button that opened it.
  useEffect(() => {
    if (wasRenaming.current && !renaming) renameButton.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])
  const params = { ...shopParams(shopId), bayId: String(bay.id) }
  const turn = () =>
    save(bay.inUse ? 'Bay out of use' : 'Bay in use', () =>
      call('shops.changeBay', { params, body: { inUse: !bay.inUse } }),
    )
  const takeOut = async () => {
    if (await turn()) setAsking(false)
  }

  return (
    <li className="grid gap-3 rounded-control border border-line px-4 py-2">
      {renaming ? (
        <RenameBay shopId={shopId} bay={bay} onClose={() => setRenaming(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="min-w-0 flex-1 basis-32 font-medium">{bay.name}</bdi>
          {!bay.inUse && <Badge>Out of use</Badge>}
          <span className="-mr-2.5 flex flex-wrap">
            <Button
              ref={renameButton}
              variant="ghost"
              size="small"
              disabled={busy}
              onClick={() => setRenaming(true)}
            >
              Rename<span className="sr-only"> {bay.name}</span>
            </Button>
            <Button
              variant="ghost"
              size="small"
              busy={busy && !asking}
              busyText="Saving..."
              onClick={() => {
                if (bay.inUse) setAsking(true)
                else void turn()
              }}
            >
              {bay.inUse ? 'Take out of use' : 'Put back in use'}
              <span className="sr-only">: {bay.name}</span>
            </Button>
          </span>
        </div>
      )}
      {problem !== null && !asking && <Alert tone="bad">{problem}</Alert>}
      {asking && (
        <TakeBayOut
          shopId={shopId}
          bay={bay}
          busy={busy}
          problem={problem}
          onConfirm={() => void takeOut()}
          onClose={() => {
            setAsking(false)
            forget()
          }}
        />
      )}
    </li>
  )
}

type TakeBayOutProps = {
  shopId: number
  bay: Bay
  busy: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a bay is taken out of use, with the appointments that stand in it. */
function TakeBayOut({ shopId, bay, ...asking }: TakeBayOutProps) {
  const preview = useQuery({
    queryKey: ['misfit-preview', shopId, bay.id],
    queryFn: ({ signal }) =>
      call('admin.previewMisfits', { params: shopParams(shopId), body: { bayId: bay.id }, signal }),
    gcTime: 0,
  })
  const count = preview.data?.length ?? 0
  return (
    <ConfirmDialog
      {...asking}
      title={
        <>
          Take <bdi>{bay.name}</bdi> out of use?
        </>
      }
      confirmLabel="Take out of use"
      busyText="Saving..."
      keepLabel="Keep in use"
    >
      <p>
        It takes no new appointments.{' '}
        {preview.isPending
          ? 'Checking its appointments...'
          : count === 0
            ? 'It has no upcoming appointments.'
            : count === 1
              ? '1 upcoming appointment is in this bay and would no longer fit:'
              : `${count} upcoming appointments are in this bay and would no longer fit:`}
      </p>
      {preview.data && count > 0 && <MisfitNames misfits={preview.data.slice(0, 5)} />}
    </ConfirmDialog>
  )
}

type RenameBayProps = { shopId: number; bay: Bay; onClose: () => void }

function RenameBay({ shopId, bay, onClose }: RenameBayProps) {
  const [name, setName] = useState(bay.name)
  const { form, errors, edited, busy, problem, save } = useShopChange()
  useEffect(() => {
    const input = form.current?.querySelector('input')
    // Not every browser focuses a selected input.
    input?.focus()
    input?.select()
  }, [form])

  const submit = async () => {
    const body = { name }
    const params = { ...shopParams(shopId), bayId: String(bay.id) }
    const saved = await save(
      'Bay renamed',
      () => call('shops.changeBay', { params, body }),
      findFieldErrors(bayChange, body),
    )
    if (saved) onClose()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Rename ${bay.name}`}
      className="grid gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="New name"
        name="name"
        required
        dir="auto"
        autoComplete="off"
        value={name}
        error={errors['name']}
        onChange={(event) => {
          setName(event.target.value)
          edited('name')
        }}
      />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy} busyText="Saving...">
          Save name
        </Button>
        <Button variant="ghost" size="small" disabled={busy} onClick={onClose}>
          Keep the old name
        </Button>
      </div>
    </form>
  )
}

function NewBay({ shop }: { shop: ShopSettings }) {
  const draft = useFormDraft(`shop-${shop.id}-bay`, typedBay, { name: '' })
  const changing = useShopChange()
  const { value } = draft
  const add = () =>
    changing.save(
      'Bay added',
      () => call('shops.addBay', { params: shopParams(shop.id), body: value }),
      findFieldErrors(newBay, value),
    )
  return (
    <SettingsForm
      part="the new bay"
      saveLabel="Add bay"
      label="Add a bay"
      draft={draft}
      changing={changing}
      onSave={add}
    >
      <TextField
        label="New Bay"
        name="name"
        dir="auto"
        autoComplete="off"
        placeholder={`Bay ${shop.bays.length + 1}`}
        value={value.name}
        error={changing.errors['name']}
        onChange={(event) => {
          draft.change({ name: event.target.value })
          changing.edited('name')
        }}
      />
    </SettingsForm>
  )
}
