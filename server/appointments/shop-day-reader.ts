import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { listShopDays, type BayedShopDay, type ShopDayQuery } from './shop-day.ts'

type Question = {
  query: ShopDayQuery
  answer: Promise<BayedShopDay | null>
  resolve: (shopDay: BayedShopDay | null) => void
  reject: (error: unknown) => void
}

/** Enough that one slow answer does not hold up everybody. */
const mostUnderWay = 2
const mostAtOnce = 100

/** Questions that are not sent yet, by what they ask, how many lots are under way, and whether one is about to be. */
type Reader = { waiting: Map<string, Question>; underWay: number; due: boolean }

const readers = new WeakMap<Context, Reader>()

function readerOf(context: Context): Reader {
  let reader = readers.get(context)
  if (!reader) {
    reader = { waiting: new Map(), underWay: 0, due: false }
    readers.set(context, reader)
  }
  return reader
}

function wait(reader: Reader, key: string, query: ShopDayQuery): Question {
  let resolve: Question['resolve'] = () => undefined
  let reject: Question['reject'] = () => undefined
  const answer = new Promise<BayedShopDay | null>((done, fail) => {
    resolve = done
    reject = fail
  })
  const question = { query, answer, resolve, reject }
  reader.waiting.set(key, question)
  return question
}

async function sendNext(context: Context, reader: Reader): Promise<void> {
  const lot = [...reader.waiting].slice(0, mostAtOnce)
  for (const [key] of lot) reader.waiting.delete(key)
  const questions = lot.map(([, question]) => question)
  reader.underWay += 1
  try {
    const answers = await listShopDays(
      context.database.db,
      questions.map((question) => question.query),
    )
    questions.forEach((question, index) => question.resolve(answers[index] ?? null))
  } catch (error) {
    for (const question of questions) question.reject(error)
  } finally {
    reader.underWay -= 1
    sendSoon(context, reader)
  }
}

/** Sends the next lot once everything that arrived together has asked, if not too much is under way. */
function sendSoon(context: Context, reader: Reader): void {
  if (reader.due || reader.waiting.size === 0 || reader.underWay >= mostUnderWay) return
  reader.due = true
  setImmediate(() => {
    reader.due = false
    void sendNext(context, reader)
  })
}

/**
 * Reads one day of one shop. What is asked while earlier questions are under way goes out together in the next one, and the
 * same question once, so that under load many callers share an answer. Each joins only a question that was not sent yet, so
 * no answer is older than its request. Refuses as `shop_unknown`. Not for use in a transaction.
 */
export async function readShopDay(context: Context, query: ShopDayQuery): Promise<BayedShopDay> {
  const reader = readerOf(context)
  const key = `${query.shopId} ${query.day} ${query.packageId} ${query.appointmentId}`
  const question = reader.waiting.get(key) ?? wait(reader, key, query)
  sendSoon(context, reader)
  return (await question.answer) ?? refuse('shop_unknown', { field: 'shopId' })
}
