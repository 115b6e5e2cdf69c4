import { useEffect } from 'react'
import { Card } from '../ui/card.tsx'
import { preloadDrawings } from './answer-picture.tsx'
import { FitmentQuestion } from './fitment-question.tsx'
import type { AskedQuestion } from './use-fitment.ts'

type FitmentQuestionsProps = {
  questions: readonly AskedQuestion[]
  onAnswer: (questionId: string, value: string) => void
}

/** The questions that tell cars of one model and year apart. Nothing without one. */
export function FitmentQuestions({ questions, onAnswer }: FitmentQuestionsProps) {
  useEffect(preloadDrawings, [])
  if (questions.length === 0) return null
  return (
    <Card className="grid gap-7">
      {questions.map(({ question, value }) => (
        <FitmentQuestion
          key={question.id}
          question={question}
          value={value}
          onAnswer={(answer) => onAnswer(question.id, answer)}
        />
      ))}
    </Card>
  )
}
