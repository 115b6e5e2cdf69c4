import type { Context } from './context.ts'

type Waiting<Question, Answer> = {
  question: Question
  answer: Promise<Answer>
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Enough that one slow answer does not hold up everybody. */
const mostUnderWay = 2

/** Questions that are not sent yet, by what they ask, how many lots are under way, and whether one is about to be. */
type Line<Question, Answer> = {
  waiting: Map<string, Waiting<Question, Answer>>
  underWay: number
  due: boolean
}

type Kind<Question, Answer> = {
  /** What a question asks: those of one key have one answer. */
  keyOf: (question: Question) => string
  /** Asks several of them at once; the answers are in their order. */
  ask: (context: Context, questions: readonly Question[]) => Promise<readonly Answer[]>
  /** The others wait for the next lot. */
  mostAtOnce?: number
}

/**
 * Lets the callers of this process ask together. What is asked while earlier questions are under way goes out together in the next
 * lot, and the same question once, so that under load many callers share an answer. Each joins only a question that was
 * not sent yet, so no answer is older than its request. What is asked for may be a change, where the same change asked for twice
 * is to be made once. Not for use in a transaction.
 */
export function shareQuestions<Question, Answer>({ keyOf, ask, mostAtOnce = 100 }: Kind<Question, Answer>) {
  const lines = new WeakMap<Context, Line<Question, Answer>>()

  function wait(line: Line<Question, Answer>, key: string, question: Question): Waiting<Question, Answer> {
    let resolve: Waiting<Question, Answer>['resolve'] = () => undefined
    let reject: Waiting<Question, Answer>['reject'] = () => undefined
    const answer = new Promise<Answer>((done, fail) => {
      resolve = done
      reject = fail
    })
    const waiting = { question, answer, resolve, reject }
    line.waiting.set(key, waiting)
    return waiting
  }

  async function sendNext(context: Context, line: Line<Question, Answer>): Promise<void> {
    const lot = [...line.waiting].slice(0, mostAtOnce)
    for (const [key] of lot) line.waiting.delete(key)
    line.underWay += 1
    try {
      const answers = await ask(
        context,
        lot.map(([, { question }]) => question),
      )
      for (const [index, answer] of answers.entries()) lot[index]?.[1].resolve(answer)
    } catch (error) {
      for (const [, { reject }] of lot) reject(error)
    } finally {
      line.underWay -= 1
      sendSoon(context, line)
    }
  }

  /** Sends the next lot once everything that arrived together has asked, if not too much is under way. */
  function sendSoon(context: Context, line: Line<Question, Answer>): void {
    if (line.due || line.waiting.size === 0 || line.underWay >= mostUnderWay) return
    line.due = true
    setImmediate(() => {
      line.due = false
      void sendNext(context, line)
    })
  }

  return async (context: Context, question: Question): Promise<Answer> => {
    let line = lines.get(context)
    if (!line) {
      line = { waiting: new Map(), underWay: 0, due: false }
      lines.set(context, line)
    }
    const key = keyOf(question)
    const { answer } = line.waiting.get(key) ?? wait(line, key, question)
    sendSoon(context, line)
    return answer
  }
}
