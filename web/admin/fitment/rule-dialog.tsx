import { useState } from 'react'
import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import {
  confidenceLevels,
  fitmentOutcomes,
  fitmentRule,
  type FitmentQuestion,
  type FitmentRule,
} from '../../../contract/fitment/fitment-data.ts'
import { dollarsText } from '../../ui/dollar-text.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { confidenceWords, outcomeWords } from './fitment-words.ts'
import {
  centsOf,
  checkForm,
  freeId,
  linesOf,
  wholeNumber,
  withoutError,
  type FieldErrors,
} from './form-fields.ts'
import type { GenerationRows } from './use-fitment-draft.ts'

type RuleDialogProps = {
  /** The rule; without an id it is a new one. */
  rule: FitmentRule
  rows: GenerationRows
  takenIds: readonly string[]
  questions: readonly FitmentQuestion[]
  packages: readonly InstallationPackage[]
  onKeep: (rule: FitmentRule) => void
  onRemove: () => void
  onClose: () => void
}

const any = 'any'

/** The form of a rule. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, rows, takenIds, questions, packages, onKeep, onRemove, onClose } = props
  const isNew = rule.id === ''
  const [errors, setErrors] = useState<FieldErrors>({})
  const [typed, setTyped] = useState({
    packageId: String(rule.packageId),
    headUnitId: rule.headUnitId ?? any,
    answer: rule.answer ? `${rule.answer.questionId}:${rule.answer.value}` : any,
    outcome: rule.outcome,
    customerNote: rule.customerNote,
    shopNote: rule.shopNote,
    extraMinutes: String(rule.extraMinutes),
    extraCents: dollarsText(rule.extraCents),
    confidence: rule.confidence,
    sources: rule.sources.join('\n'),
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
  const select = (field: keyof typeof typed) => ({
    value: typed[field],
    error: errors[field],
    onChange: edit(field),
  })
  const isCondition = typed.outcome === 'fits_with_condition'
  const keep = () => {
    const [questionId = '', value = ''] = typed.answer.split(':')
    const base = [
      typed.headUnitId === any ? rows.generation.id : typed.headUnitId,
      ...(typed.answer === any ? [] : [`${questionId}-${value}`]),
      typed.packageId,
    ].join('/')
    const { value: kept, errors: found } = checkForm(fitmentRule, {
      ...rule,
      id: isNew ? freeId(base, takenIds) : rule.id,
      packageId: Number(typed.packageId),
      headUnitId: typed.headUnitId === any ? null : typed.headUnitId,
      answer: typed.answer === any ? null : { questionId, value },
      outcome: typed.outcome,
      customerNote: typed.customerNote,
      shopNote: typed.shopNote,
      extraMinutes: wholeNumber(typed.extraMinutes),
      extraCents: centsOf(typed.extraCents),
      confidence: typed.confidence,
      sources: linesOf(typed.sources),
    })
    const all: FieldErrors = {
      ...found,
      ...(typed.outcome !== 'fits' &&
        typed.customerNote.trim() === '' && {
          customerNote: isCondition
            ? 'Please enter the condition that the customer accepts'
            : 'Please enter the reason for the customer',
        }),
      ...(found?.['extraMinutes'] !== undefined && { extraMinutes: 'Please enter 0 to 480 minutes' }),
      ...(found?.['extraCents'] !== undefined && { extraCents: 'Please enter $0 to $10,000' }),
    }
    if (kept && Object.keys(all).length === 0) onKeep(kept)
    else setErrors(all)
  }
  return (
    <EditDialog
      title={isNew ? 'Add a rule' : 'Edit rule'}
      description="The most specific rule decides: one for a head unit and an answer before one for all."
      errors={errors}
      onKeep={keep}
      onClose={onClose}
      onRemove={isNew ? undefined : onRemove}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Package"
          {...select('packageId')}
          options={packages.map(({ id, name }) => ({ value: String(id), label: `${id}: ${name}` }))}
        />
        <SelectField
          label="Head unit"
          {...select('headUnitId')}
          options={[
            { value: any, label: 'All head units' },
            ...rows.headUnits.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="Answer"
          hint="Only for cars whose owner gives this answer."
          {...select('answer')}
          options={[
            { value: any, label: 'Any answer' },
            ...questions.flatMap(({ id, text, answers }) =>
              answers.map((answer) => ({ value: `${id}:${answer.value}`, label: `${text} ${answer.text}` })),
            ),
          ]}
        />
        <SelectField
          label="Outcome"
          {...select('outcome')}
          options={fitmentOutcomes.map((outcome) => ({ value: outcome, label: outcomeWords[outcome] }))}
        />
      </div>
      <TextAreaField
        label={isCondition ? 'Condition' : 'Customer note'}
        hint={
          isCondition
            ? 'In the customer’s words: “My car has an AUX socket.” The customer checks it.'
            : 'One sentence that the customer reads: the reason, then the next step.'
        }
        maxLength={400}
        optional={typed.outcome === 'fits'}
        {...input('customerNote')}
      />
      <TextAreaField label="Shop note" optional maxLength={400} {...input('shopNote')} />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField label="Extra minutes" inputMode="numeric" {...input('extraMinutes')} />
        <TextField label="Extra charge in $" inputMode="decimal" {...input('extraCents')} />
        <SelectField
          label="Confidence"
          hint={typed.confidence === 'low' ? 'Low confidence asks for a photo.' : undefined}
          {...select('confidence')}
          options={confidenceLevels.map((level) => ({ value: level, label: confidenceWords[level] }))}
        />
      </div>
      <TextAreaField label="Sources" optional hint="One per line." {...input('sources')} />
    </EditDialog>
  )
}
