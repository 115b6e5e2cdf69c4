import { useState } from 'react'
import {
  confidenceLevels,
  generation as generationSchema,
  type FitmentQuestion,
  type Generation,
} from '../../../contract/fitment/fitment-data.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { confidenceWords } from './fitment-words.ts'
import { checkForm, freeId, linesOf, wholeNumber, withoutError, type FieldErrors } from './form-fields.ts'

type GenerationDialogProps = {
  /** The generation; without an id it is a new one. */
  generation: Generation
  takenIds: readonly string[]
  /** The questions about cars of this make. */
  questions: readonly FitmentQuestion[]
  onKeep: (generation: Generation) => void
  onClose: () => void
}

/** 'WBA 3A5C5 2012-2015' as a pattern; its parts as typed, for the schema to judge. */
function patternOf(line: string) {
  const [maker = '', descriptor = '', years = ''] = line.toUpperCase().split(/\s+/)
  const [from = '', to = from] = years.split(/[-–]/)
  return { maker, descriptor, yearFrom: wholeNumber(from), yearTo: wholeNumber(to) }
}

/** The form of a generation, with the questions that are asked about it. */
export function GenerationDialog(props: GenerationDialogProps) {
  const { generation, takenIds, questions, onKeep, onClose } = props
  const isNew = generation.id === ''
  const [errors, setErrors] = useState<FieldErrors>({})
  const [questionIds, setQuestionIds] = useState(generation.questionIds)
  const [typed, setTyped] = useState({
    chassis: generation.chassis,
    yearFrom: String(generation.yearFrom),
    yearTo: String(generation.yearTo),
    notSold: generation.notSold ?? '',
    confidence: generation.confidence,
    shopNote: generation.shopNote,
    sources: generation.sources.join('\n'),
    vinPatterns: generation.vinPatterns
      .map(({ maker, descriptor, yearFrom, yearTo }) => `${maker} ${descriptor} ${yearFrom}-${yearTo}`)
      .join('\n'),
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
  const keep = () => {
    const { make, model } = generation
    const { value: kept, errors: found } = checkForm(generationSchema, {
      ...generation,
      id: isNew ? freeId(`${make}-${model}-${typed.chassis}`.replaceAll('/', '-'), takenIds) : generation.id,
      chassis: typed.chassis,
      yearFrom: wholeNumber(typed.yearFrom),
      yearTo: wholeNumber(typed.yearTo),
      notSold: typed.notSold.trim() === '' ? null : typed.notSold,
      confidence: typed.confidence,
      shopNote: typed.shopNote,
      sources: linesOf(typed.sources),
      vinPatterns: linesOf(typed.vinPatterns).map(patternOf),
      questionIds,
    })
    const all: FieldErrors = {
      ...found,
      ...(found?.['yearFrom'] !== undefined && { yearFrom: 'Please enter a year, such as 2014' }),
      ...(found?.['yearTo'] !== undefined && { yearTo: 'Please enter a year, such as 2018' }),
      ...(kept && kept.yearFrom > kept.yearTo && { yearTo: 'The last year is before the first' }),
      ...(found?.['vinPatterns'] !== undefined && {
        vinPatterns: 'Please enter each pattern as in “WBA 3A5C5 2012-2015”',
      }),
    }
    if (kept && Object.keys(all).length === 0) onKeep(kept)
    else setErrors(all)
  }
  return (
    <EditDialog
      title={`${isNew ? 'Add a generation of' : 'Edit'} ${generation.make} ${generation.model}`}
      errors={errors}
      onKeep={keep}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Chassis" maxLength={80} autoComplete="off" {...input('chassis')} />
        <SelectField
          label="Confidence"
          value={typed.confidence}
          onChange={edit('confidence')}
          options={confidenceLevels.map((level) => ({ value: level, label: confidenceWords[level] }))}
        />
        <TextField label="First model year" inputMode="numeric" maxLength={4} {...input('yearFrom')} />
        <TextField label="Last model year" inputMode="numeric" maxLength={4} {...input('yearTo')} />
      </div>
      <fieldset>
        <legend className="text-sm font-medium">Questions asked</legend>
        {questions.map(({ id, text }) => (
          <Checkbox
            key={id}
            label={text}
            checked={questionIds.includes(id)}
            onChange={(isTicked) =>
              setQuestionIds((before) => [...before.filter((each) => each !== id), ...(isTicked ? [id] : [])])
            }
          />
        ))}
      </fieldset>
      <TextAreaField
        label="Never sold under this name"
        hint="If so, a sentence that names the right model. These years can’t be booked."
        optional
        maxLength={400}
        {...input('notSold')}
      />
      <TextAreaField label="Shop note" optional maxLength={400} {...input('shopNote')} />
      <TextAreaField label="Sources" optional hint="One per line." {...input('sources')} />
      <TextAreaField
        label="VIN patterns"
        hint="One per line: positions 1 to 3, positions 4 to 8, model years. * is any character."
        optional
        rows={5}
        spellCheck={false}
        {...input('vinPatterns')}
      />
    </EditDialog>
  )
}
