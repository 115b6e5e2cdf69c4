import { useState } from 'react'
import {
  headUnit as headUnitSchema,
  type FitmentQuestion,
  type HeadUnit,
} from '../../../contract/fitment/fitment-data.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { provisionWords } from './fitment-words.ts'
import { checkForm, freeId, wholeNumber, withoutError, type FieldErrors } from './form-fields.ts'
import type { GenerationRows } from './use-fitment-draft.ts'

type HeadUnitDialogProps = {
  /** The head unit; without an id it is a new one. */
  unit: HeadUnit
  rows: GenerationRows
  takenIds: readonly string[]
  questions: readonly FitmentQuestion[]
  onKeep: (unit: HeadUnit) => void
  onRemove: () => void
  onClose: () => void
}

const provisions = (['none', 'optional', 'standard'] as const).map((value) => ({
  value,
  label: provisionWords[value],
}))

/** The form of a head unit, with the answers that it agrees with. */
export function HeadUnitDialog(props: HeadUnitDialogProps) {
  const { unit, rows, takenIds, questions, onKeep, onRemove, onClose } = props
  const isNew = unit.id === ''
  const [errors, setErrors] = useState<FieldErrors>({})
  const [answers, setAnswers] = useState(unit.answers)
  const [typed, setTyped] = useState({
    name: unit.name,
    yearFrom: String(unit.yearFrom),
    yearTo: String(unit.yearTo),
    screenInches: unit.screenInches.join(', '),
    carPlay: unit.carPlay,
    androidAuto: unit.androidAuto,
    recognizedBy: unit.recognizedBy,
  })
  const edit = (field: keyof typeof typed) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    setErrors((before) => withoutError(before, field))
  }
  const input = (field: keyof typeof typed) => ({
    value: typed[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => edit(field)(event.target.value),
  })
  const tick = (questionId: string, value: string, isTicked: boolean) =>
    setAnswers((before) => {
      const values = (before[questionId] ?? []).filter((each) => each !== value)
      const next = isTicked ? [...values, value] : values
      const { [questionId]: _, ...others } = before
      return next.length === 0 ? others : { ...others, [questionId]: next }
    })
  const keep = () => {
    const { generation } = rows
    const { value: kept, errors: found } = checkForm(headUnitSchema, {
      ...unit,
      ...typed,
      id: isNew ? freeId(`${generation.id}/${typed.name}`, takenIds) : unit.id,
      yearFrom: wholeNumber(typed.yearFrom),
      yearTo: wholeNumber(typed.yearTo),
      screenInches: typed.screenInches
        .split(/[,\s]+/)
        .filter((part) => part !== '')
        .map(Number),
      answers,
    })
    const isOutside =
      kept &&
      (kept.yearFrom > kept.yearTo || kept.yearFrom < generation.yearFrom || kept.yearTo > generation.yearTo)
    const years = `Please enter years from ${generation.yearFrom} to ${generation.yearTo}`
    const all: FieldErrors = {
      ...found,
      ...((isOutside || found?.['yearFrom'] !== undefined) && { yearFrom: years }),
      ...(found?.['yearTo'] !== undefined && { yearTo: years }),
      ...(found?.['screenInches'] !== undefined && {
        screenInches: 'Please enter sizes in inches, such as 6.5, 8.8',
      }),
    }
    if (kept && Object.keys(all).length === 0) onKeep(kept)
    else setErrors(all)
  }
  return (
    <EditDialog
      title={isNew ? 'Add a head unit' : 'Edit head unit'}
      errors={errors}
      onKeep={keep}
      onClose={onClose}
      onRemove={isNew ? undefined : onRemove}
    >
      <TextField label="Name" maxLength={80} autoComplete="off" {...input('name')} />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField label="First year" inputMode="numeric" maxLength={4} {...input('yearFrom')} />
        <TextField label="Last year" inputMode="numeric" maxLength={4} {...input('yearTo')} />
        <TextField label="Screens in inches" optional {...input('screenInches')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="CarPlay from the factory"
          value={typed.carPlay}
          onChange={edit('carPlay')}
          options={provisions}
        />
        <SelectField
          label="Android Auto from the factory"
          value={typed.androidAuto}
          onChange={edit('androidAuto')}
          options={provisions}
        />
      </div>
      <TextAreaField label="How to recognize it" optional maxLength={400} {...input('recognizedBy')} />
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          The answers of owners with this head unit. Unchecked questions don’t rule it out.
        </p>
        {questions.map((question) => (
          <fieldset key={question.id}>
            <legend className="text-sm font-medium">{question.text}</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {question.answers.map(({ value, text }) => (
                <Checkbox
                  key={value}
                  label={text}
                  checked={answers[question.id]?.includes(value) ?? false}
                  onChange={(isTicked) => tick(question.id, value, isTicked)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </EditDialog>
  )
}
