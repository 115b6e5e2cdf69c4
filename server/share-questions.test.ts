import { expect, test } from 'vitest'
import type { Context } from './context.ts'
import { shareQuestions } from './share-questions.ts'

/** Questions that are answered when the test says so, with the lots in which they came. */
function openLots() {
  const lots: { questions: readonly number[]; answer: () => void; fail: () => void }[] = []
  const ask = shareQuestions<number, string>({
    keyOf: String,
    ask: (_, questions) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(questions.map((question) => `answer ${question}`))
        lots.push({ questions, answer, fail: () => reject(new Error('no answer')) })
      }),
  })
  // Only its identity counts.
  const context = {} as Context
  return { lots, ask: (question: number) => ask(context, question) }
}

test('those who come at one moment go out together, the same question once, and each gets its own answer', async () => {
  const { lots, ask } = openLots()
  const answers = Promise.all([1, 2, 1, 3].map(ask))
  await expect.poll(() => lots.length).toBe(1)
  lots[0]?.answer()
  expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 1', 'answer 3'])
  expect(lots[0]?.questions).toEqual([1, 2, 3])
})

test('nobody joins a question that was sent, and at most two lots are under way', async () => {
  const { lots, ask } = openLots()
  const asked: Promise<string>[] = []
  for (const lot of [1, 2, 2]) {
    asked.push(ask(7))
    await expect.poll(() => lots.length).toBe(lot)
  }
  asked.push(ask(8))
  await new Promise(setImmediate)
  expect(lots).toHaveLength(2)
  lots[0]?.answer()
  await expect.poll(() => lots.length).toBe(3)
  expect(lots[2]?.questions).toEqual([7, 8])
  for (const lot of lots) lot.answer()
  expect(await Promise.all(asked)).toEqual(['answer 7', 'answer 7', 'answer 7', 'answer 8'])
})

test('a lot without an answer fails for all in it and for nobody else', async () => {
  const { lots, ask } = openLots()
  const failing = Promise.allSettled([ask(1), ask(2)])
  await expect.poll(() => lots.length).toBe(1)
  lots[0]?.fail()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = ask(1)
  await expect.poll(() => lots.length).toBe(2)
  lots[1]?.answer()
  expect(await next).toBe('answer 1')
})
