import { useId } from 'react'
import type { ShownQuestion } from '../../contract/fitment/endpoints.ts'
import { classNames } from '../ui/class-names.ts'
import { AnswerPicture } from './answer-picture.tsx'

type Answer = ShownQuestion['answers'][number]

type FitmentQuestionProps = {
  question: ShownQuestion
  value: string | null
  onAnswer: (value: string) => void
}

/** A question about the car: drawings to choose from, and the answers without a drawing below. */
export function FitmentQuestion({ question, value, onAnswer }: FitmentQuestionProps) {
  const name = useId()
  const pictured = question.answers.filter(({ picture }) => picture !== null)
  // A single drawing illustrates the question instead of one of its answers.
  const illustration = pictured.length === 1 ? (pictured[0]?.picture ?? null) : null
  const drawn = illustration === null ? pictured : []
  const written = question.answers.filter((answer) => !drawn.includes(answer))
  const radioOf = (answer: Answer) => ({
    answer,
    name,
    isChosen: answer.value === value,
    onChoose: () => onAnswer(answer.value),
  })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{question.text}</legend>
      <div className={classNames(illustration !== null && 'flex flex-wrap items-center gap-x-6 gap-y-4')}>
        {illustration !== null && <AnswerPicture name={illustration} className="w-28 shrink-0 text-muted" />}
        {drawn.length > 0 && (
          <div className="@container mb-3">
            <div className="grid grid-cols-2 gap-3 @lg:grid-cols-4">
              {drawn.map((answer) => (
                <DrawnAnswer key={answer.value} {...radioOf(answer)} />
              ))}
            </div>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {written.map((answer) => (
            <WrittenAnswer key={answer.value} {...radioOf(answer)} />
          ))}
        </div>
      </div>
    </fieldset>
  )
}

type AnswerProps = { answer: Answer; name: string; isChosen: boolean; onChoose: () => void }

const look = (isChosen: boolean) =>
  classNames(
    'relative cursor-pointer border bg-surface transition-colors',
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember',
    isChosen ? 'border-ember ring-1 ring-ember' : 'border-line-strong hover:border-muted hover:bg-sunken',
  )

function DrawnAnswer({ answer, isChosen, ...radio }: AnswerProps) {
  return (
    <label
      className={classNames(
        look(isChosen),
        'flex min-w-0 flex-col items-center gap-2 rounded-card px-3 pt-3 pb-3.5 text-center',
      )}
    >
      <AnswerRadio value={answer.value} isChosen={isChosen} {...radio} />
      {answer.picture !== null && <AnswerPicture name={answer.picture} />}
      <span className="max-w-full text-sm leading-snug font-medium text-balance wrap-anywhere">
        {answer.text}
      </span>
    </label>
  )
}

function WrittenAnswer({ answer, isChosen, ...radio }: AnswerProps) {
  return (
    <label
      className={classNames(
        look(isChosen),
        'flex min-h-11 items-center rounded-control px-4 py-2 text-ui font-medium',
      )}
    >
      <AnswerRadio value={answer.value} isChosen={isChosen} {...radio} />
      {answer.text}
    </label>
  )
}

type AnswerRadioProps = { value: string; name: string; isChosen: boolean; onChoose: () => void }

function AnswerRadio({ value, name, isChosen, onChoose }: AnswerRadioProps) {
  return (
    <input
      type="radio"
      name={name}
      value={value}
      checked={isChosen}
      onChange={onChoose}
      className="absolute inset-0 cursor-pointer appearance-none opacity-0"
    />
  )
}
