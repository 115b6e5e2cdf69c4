import { useState } from 'react'
import { reviewAnswers, type OpenReview, type ReviewAnswer } from '../../contract/fitment/review-endpoints.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { controlClass, FieldFrame } from '../ui/field.tsx'
import { useAnswerReview } from './review-queries.ts'
import { answerLabels, effectOf, needsNote, templates } from './review-words.ts'

const longestNote = 300

/** Answers in two presses: the answer, then its button. The first ready-made text is filled in. */
export function AnswerForm({ review }: { review: OpenReview }) {
  const [answer, setAnswer] = useState<ReviewAnswer | null>(null)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const { busy, problem, answer: send } = useAnswerReview(review.id)
  const choose = (chosen: ReviewAnswer) => {
    setAnswer(chosen)
    setNote(templates[chosen][0] ?? '')
    setError(undefined)
  }
  const submit = async () => {
    if (answer === null) return
    const text = note.trim()
    if (needsNote(answer) && text === '') return setError('Please say why, for the customer')
    if (await send({ answer, note: text })) setAnswer(null)
  }
  return (
    <section aria-label="Your answer" className="grid gap-4 border-t border-line pt-6">
      <fieldset aria-label="Does it fit?" className="flex flex-wrap gap-2">
        {reviewAnswers.map((each) => (
          <Button
            key={each}
            variant={answer === each ? 'primary' : 'secondary'}
            aria-pressed={answer === each}
            disabled={busy}
            onClick={() => choose(each)}
          >
            {answerLabels[each]}
          </Button>
        ))}
      </fieldset>
      {answer !== null && (
        <div className="grid gap-4">
          {templates[answer].length > 0 && (
            <NoteField
              answer={answer}
              note={note}
              error={error}
              onChange={(text) => {
                setNote(text)
                setError(undefined)
              }}
            />
          )}
          <p className="text-sm text-muted">{effectOf(answer, review)}</p>
          {problem !== null && <Alert tone="bad">{problem}</Alert>}
          <div>
            <Button busy={busy} busyText="Sending..." onClick={() => void submit()}>
              Send: {answerLabels[answer]}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

type NoteFieldProps = {
  answer: ReviewAnswer
  note: string
  error: string | undefined
  onChange: (note: string) => void
}

function NoteField({ answer, note, error, onChange }: NoteFieldProps) {
  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Ready-made texts for the customer</legend>
        <div className="flex flex-wrap gap-2">
          {templates[answer].map((text) => (
            <button
              key={text}
              type="button"
              aria-pressed={text === note}
              onClick={() => onChange(text)}
              className="min-h-9 rounded-full border border-line bg-surface px-3.5 py-1.5 text-left text-sm hover:border-line-strong aria-pressed:border-ember aria-pressed:ring-1 aria-pressed:ring-ember"
            >
              {text}
            </button>
          ))}
        </div>
      </fieldset>
      <FieldFrame label="For the customer" error={error}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={longestNote}
            value={note}
            onChange={(event) => onChange(event.target.value)}
            className={`${controlClass} py-3`}
          />
        )}
      </FieldFrame>
    </div>
  )
}
