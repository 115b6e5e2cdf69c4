import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FieldErrors } from './form-fields.ts'

type EditDialogProps = {
  title: string
  description?: string
  errors: FieldErrors
  onKeep: () => void
  onClose: () => void
  /** Removes the row that is edited. */
  onRemove?: (() => void) | undefined
  children: ReactNode
}

/** The form of one row. Its changes are kept with the unsaved ones of the generation. */
export function EditDialog(props: EditDialogProps) {
  const { title, description, errors, onKeep, onClose, onRemove, children } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={description}
      footer={
        <>
          {onRemove && (
            <Button variant="ghost" className="text-bad sm:mr-auto" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button onClick={onKeep}>Keep change</Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onKeep()
        }}
        className="grid gap-5"
      >
        {children}
        {errors[''] !== undefined && <p className="text-sm font-medium text-bad">{errors['']}</p>}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
