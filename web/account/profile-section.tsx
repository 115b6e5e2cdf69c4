import { useState } from 'react'
import * as z from 'zod/mini'
import { profileChange } from '../../contract/identity/account.ts'
import { call } from '../api/client.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { useAccountChange } from './use-account-change.ts'

const typedProfile = z.object({ name: z.string(), image: z.string() })
type Draft = z.infer<typeof typedProfile>

export function ProfileSection({ account, onChange }: SectionProps) {
  const saved: Draft = { name: account.user.name, image: account.user.image ?? '' }
  const draft = useFormDraft(`profile-${account.user.id}`, typedProfile, saved)
  const { form, errors, edited, busy, problem, save, forget } = useAccountChange(['name', 'image'])
  const { value: shown, isChanged } = draft

  const change = (field: keyof Draft, typed: string) => {
    draft.change({ ...shown, [field]: typed })
    edited(field)
  }
  const submit = async () => {
    const body = { name: shown.name, image: shown.image.trim() || null }
    const newer = await save({
      send: () => call('identity.changeProfile', { body }),
      done: { title: 'Profile saved' },
      found: findFieldErrors(profileChange, body),
    })
    if (!newer) return
    draft.discard()
    onChange(newer)
  }

  return (
    <AccountSection title="Profile">
      <IdentityForm form={form} onSubmit={submit}>
        <TextField
          label="Display name"
          name="name"
          autoComplete="name"
          required
          value={shown.name}
          error={errors['name']}
          onChange={(event) => change('name', event.target.value)}
        />
        <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
          <PhotoPreview {...shown} />
          <TextField
            label="Photo address"
            name="image"
            type="url"
            inputMode="url"
            autoComplete="photo"
            autoCapitalize="none"
            spellCheck={false}
            optional
            placeholder="https://"
            hint="The web address of a picture. Only you can see it."
            className="min-w-60 flex-1"
            value={shown.image}
            error={errors['image']}
            onChange={(event) => change('image', event.target.value)}
          />
        </div>
        <ChangeProblem problem={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!isChanged} busy={busy} busyText="Saving...">
            Save profile
          </Button>
          {isChanged && (
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() => {
                draft.discard()
                forget()
                // The pressed button disappears.
                form.current?.closest('section')?.focus({ preventScroll: true })
              }}
            >
              Discard changes
            </Button>
          )}
          {shown.image !== '' && (
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() => {
                change('image', '')
                form.current?.querySelector<HTMLInputElement>('[name=image]')?.focus()
              }}
            >
              Remove photo
            </Button>
          )}
        </div>
      </IdentityForm>
    </AccountSection>
  )
}

/** The photo as it will appear, or the initials when the address has no picture. */
function PhotoPreview({ name, image }: Draft) {
  const [failed, setFailed] = useState<string | null>(null)
  const address = image.trim()
  const isAddress =
    address !== '' && Object.keys(findFieldErrors(profileChange, { image: address })).length === 0
  return (
    <div className="grid justify-items-center gap-1.5 pt-1">
      <Avatar
        name={name}
        image={isAddress ? address : null}
        size="large"
        onImageFailure={() => setFailed(address)}
      />
      <output className="max-w-24 text-center text-sm text-muted">
        {isAddress && failed === address && 'No picture at this address'}
      </output>
    </div>
  )
}
