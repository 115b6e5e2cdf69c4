import { sql } from 'kysely'
import type { FitmentData } from '../../../contract/fitment/fitment-data.ts'
import { attentionHours } from '../../../contract/fitment/review-times.ts'
import { listCandidates, type FitmentAnswers } from '../../../contract/fitment/resolve-fitment.ts'
import type { OpenReview } from '../../../contract/fitment/review-endpoints.ts'
import { formatInstantWithOffset } from '../../../contract/time.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import { getFitmentData } from '../../fitment/queries.ts'
import { inScope, type ShopScope } from '../../identity/sessions/shop-scope.ts'
import { photoUrl } from '../../photos/photo-link.ts'

const mostReviews = 100
const medianDays = 90
const dayMs = 86_400_000

type Photo = { id: string; width: number; height: number }

/** Whether a review `r` still asks for an answer: its appointment `a` is booked, with the same package. */
const isAwaited = sql<boolean>`r.answered_at is null
  and (r.appointment_id is null or a.state = 'booked' and a.package_id = r.package_id)`

/** The end of the first working day of shop `s` after the day of review `r`; null if it opens too late. */
const dueAt = sql<Date | null>`(
  select (d.day + h.closes_at) at time zone s.time_zone
  from generate_series(1, 14) as n
  cross join lateral (select (r.opened_at at time zone s.time_zone)::date + n as day) d
  join shop_hours h on h.shop_id = s.id and h.is_open and h.weekday = extract(isodow from d.day)
  where not exists (select from shop_closures c where c.shop_id = s.id and d.day between c.first_day and c.last_day)
  order by d.day limit 1)`

const photos = sql<Photo[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.uploaded_at), '[]')
  from fitment_photos f where f.review_id = r.id and f.deleted_at is null)`

function selectAwaited(context: Context, scope: ShopScope, shopId: number | undefined) {
  return (
    context.database.db
      .selectFrom('fitment_reviews as r')
      .innerJoin('shops as s', 's.id', 'r.shop_id')
      .innerJoin('packages as p', 'p.id', 'r.package_id')
      .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
      .selectAll('r')
      .select(['s.business_name', 's.time_zone', 'p.name as package_name', 'a.starts_at'])
      .select(['a.customer_name', 'a.customer_phone'])
      .select([dueAt.as('due_at'), photos.as('photos'), sql<string>`count(*) over ()`.as('total')])
      .where(isAwaited)
      .where(inScope(scope, 's.id'))
      .$if(shopId !== undefined, (query) => query.where('s.id', '=', Number(shopId)))
      // Paid appointments before questions, so that no flood of those hides them; the next ones first.
      .orderBy(sql`r.appointment_id is null`)
      .orderBy(sql`a.starts_at <= ${new Date(context.clock.now() + attentionHours * 3_600_000)}`, 'desc')
      // With a photo a question can be answered.
      .orderBy(
        sql`exists (select from fitment_photos f where f.review_id = r.id and f.deleted_at is null)`,
        'desc',
      )
      .orderBy(sql`r.photo_asked_at is not null`)
      .orderBy('r.opened_at')
      .limit(mostReviews)
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAwaited>['execute']>>[number]

/** Open questions whether a package fits, of the shops in scope, those that can be answered first. */
export async function listReviews(context: Context, scope: ShopScope, shopId: number | undefined) {
  const [rows, { data }, medianHours] = await Promise.all([
    selectAwaited(context, scope, shopId).execute(),
    getFitmentData(context.database),
    findMedianHours(context, scope),
  ])
  return {
    reviews: rows.map((row) => toOpenReview(context, data, row)),
    total: Number(rows[0]?.total ?? 0),
    medianHours,
  }
}

function toOpenReview(context: Context, data: FitmentData, row: Row): OpenReview {
  const zone = row.time_zone
  const vehicleInfo = vehicleOf(row)
  const answers = row.answers as FitmentAnswers
  return {
    id: row.id,
    shopId: row.shop_id,
    shopName: row.business_name,
    appointmentId: row.appointment_id,
    appointmentDate: row.starts_at && formatInstantWithOffset(row.starts_at.getTime(), zone),
    openedAt: formatInstantWithOffset(row.opened_at.getTime(), zone),
    dueAt: row.due_at && formatInstantWithOffset(row.due_at.getTime(), zone),
    timeZone: zone,
    customerName: row.customer_name ?? row.contact_name ?? '',
    customerPhone: row.customer_phone,
    vehicleInfo,
    productId: row.package_id,
    packageName: row.package_name,
    reason: row.reason,
    answers: inWords(data, answers),
    candidates: listCandidates(data, { ...vehicleInfo, answers, packageId: row.package_id }),
    photos: row.photos.map((photo) => ({ ...photo, url: photoUrl(context, photo.id) })),
    photoAsked: row.photo_asked_note,
  }
}

function inWords({ questions }: FitmentData, answers: FitmentAnswers): OpenReview['answers'] {
  return Object.entries(answers).map(([questionId, value]) => {
    const question = questions.find(({ id }) => id === questionId)
    const answer = question?.answers.find((each) => each.value === value)
    return { question: question?.text ?? questionId, answer: answer?.text ?? 'Not sure' }
  })
}

/** Median hours to an answer; null without one. */
async function findMedianHours({ database, clock }: Context, scope: ShopScope): Promise<number | null> {
  const { median } = await database.db
    .selectFrom('fitment_reviews as r')
    .innerJoin('shops as s', 's.id', 'r.shop_id')
    .select(
      sql<
        string | null
      >`percentile_cont(0.5) within group (order by extract(epoch from r.answered_at - r.opened_at))`.as(
        'median',
      ),
    )
    .where('r.answered_by', 'is not', null)
    .where('r.answered_at', '>', new Date(clock.now() - medianDays * dayMs))
    .where(inScope(scope, 's.id'))
    .executeTakeFirstOrThrow()
  return median === null ? null : Math.round(Number(median) / 360) / 10
}
