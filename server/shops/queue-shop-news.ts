import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail, type QueuedMail } from '../notifications/queue-mail.ts'
import type { ShopRow } from './own-shop.ts'
import { listAdministratorAddresses, listShopAddresses } from './shop-addresses.ts'

/** An event for the shop's owner, or the administrators where it has none. */
type ShopNews =
  | { kind: 'shop_registered' | 'shop_approved' }
  | { kind: 'shop_suspended' | 'shop_rejected'; reason: string }
  | { kind: 'shop_change_decided'; decided: DecidedChange }
  | {
      kind: 'payout_changed'
      payout: Pick<Extract<QueuedMail, { kind: 'payout_changed' }>['payload'], 'paymentMethod' | 'details'>
    }

type DecidedChange = Pick<
  Extract<QueuedMail, { kind: 'shop_change_decided' }>['payload'],
  'decision' | 'reason' | 'newName' | 'newAddress'
>

type Subject = Pick<ShopRow, 'id' | 'business_name' | 'address'>

function snapshotOf(context: Context, shop: Subject) {
  return {
    shopId: shop.id,
    shopName: shop.business_name,
    shopAddress: shop.address,
    createdAt: new Date(context.clock.now()).toISOString(),
  }
}

/** Queues a mail to the shop, in the transaction of the event. `actorId` is the user who caused it. */
export async function queueShopNews(
  tx: Queryable,
  context: Context,
  shop: Subject,
  news: ShopNews,
  actorId: string,
): Promise<void> {
  const at = new Date(context.clock.now())
  // With the shop's number: mails of a shop without an owner go to administrators, who have many shops.
  const shopUrl = `${context.config.publicUrl}/admin?view=shop&shop=${shop.id}`
  const payload = { ...snapshotOf(context, shop), shopUrl }
  for (const recipient of await listShopAddresses(tx, shop.id)) {
    const envelope = { recipient, at, actorId }
    if (news.kind === 'payout_changed')
      await queueMail(tx, { ...envelope, kind: news.kind, payload: { ...payload, ...news.payout } })
    else if (news.kind === 'shop_change_decided')
      await queueMail(tx, { ...envelope, kind: news.kind, payload: { ...payload, ...news.decided } })
    else if (news.kind === 'shop_suspended' || news.kind === 'shop_rejected')
      await queueMail(tx, { ...envelope, kind: news.kind, payload: { ...payload, reason: news.reason } })
    else await queueMail(tx, { ...envelope, kind: news.kind, payload })
  }
}

/** Queues a mail to every administrator about a shop that awaits approval. */
export async function queueAdministratorNews(
  tx: Queryable,
  context: Context,
  shop: Subject,
  ownerEmail: string,
): Promise<void> {
  for (const recipient of await listAdministratorAddresses(tx)) {
    await queueMail(tx, {
      kind: 'shop_awaits_approval',
      recipient,
      at: new Date(context.clock.now()),
      payload: {
        ...snapshotOf(context, shop),
        ownerEmail,
        shopsUrl: `${context.config.publicUrl}/admin?view=shops`,
      },
    })
  }
}

/** Queues a mail to every administrator about a new name or place that waits for approval. */
export async function queueChangeRequestNews(
  tx: Queryable,
  context: Context,
  shop: Subject,
  asked: { newName: string | null; newAddress: string | null; actorId: string },
): Promise<void> {
  const { actorId, ...change } = asked
  for (const recipient of await listAdministratorAddresses(tx)) {
    await queueMail(tx, {
      kind: 'shop_change_requested',
      recipient,
      at: new Date(context.clock.now()),
      actorId,
      payload: {
        ...snapshotOf(context, shop),
        ...change,
        shopUrl: `${context.config.publicUrl}/admin?view=shop&shop=${shop.id}`,
      },
    })
  }
}
