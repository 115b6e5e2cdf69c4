import { CircleCheck, TriangleAlert } from 'lucide-react'
import { TextField } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PinLink, RoughPlace } from './rough-place.tsx'
import { useAddressPreview, type AddressPreview } from './use-address-preview.ts'

type AddressFieldProps = {
  value: string
  onChange: (address: string) => void
  error: string | undefined
  /** The stored address, which needs no lookup. */
  known?: string
}

/** An address field with the maps provider's result below it after blur. The result never blocks the form. */
export function AddressField({ value, onChange, error, known }: AddressFieldProps) {
  const { preview, look, forget } = useAddressPreview(known)
  return (
    <div className="grid gap-2">
      <TextField
        label="Address"
        name="address"
        autoComplete="street-address"
        placeholder="Street, city, state and ZIP"
        required
        dir="auto"
        value={value}
        error={error}
        onChange={(event) => {
          onChange(event.target.value)
          forget()
        }}
        onBlur={() => look(value)}
      />
      <output className="block text-sm empty:hidden">
        <PreviewWords preview={preview} />
      </output>
    </div>
  )
}

function PreviewWords({ preview }: { preview: AddressPreview }) {
  switch (preview.state) {
    case 'none':
      return null
    case 'asking':
      return (
        <span className="flex items-center gap-2 text-muted">
          <Spinner /> Looking up the address...
        </span>
      )
    case 'found':
      if (preview.place.isRough)
        return (
          <span className="grid gap-1">
            <RoughPlace matched={preview.place.formattedAddress} />
            <PinLink latitude={preview.place.latitude} longitude={preview.place.longitude} />
          </span>
        )
      return (
        <span className="flex items-start gap-2 text-good">
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            Found: <bdi>{preview.place.formattedAddress}</bdi>
          </span>
        </span>
      )
    case 'problem':
      return (
        <span className="flex items-start gap-2 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            {preview.problem}.{' '}
            {preview.problem === 'Geocoding failed'
              ? 'You can continue anyway.'
              : 'Please check it, with city and state.'}
          </span>
        </span>
      )
  }
}
