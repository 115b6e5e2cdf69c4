import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Table } from '../ui/table.tsx'
import { useSettledRows } from '../ui/use-settled-rows.ts'
import { ShopStatusBadge } from './shop-status.tsx'

const columns = ['Shop', 'Status', 'Registered', 'Bays', 'Upcoming'].map((name) => ({
  name,
  className: 'px-4 py-3 first:pl-6 last:pr-6',
}))

const registered = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/**
 * The shops as a table, as cards on a phone. Decisions stand on each shop's own page: a list that sorts its
 * rows anew would put another shop under the pointer.
 */
export function ShopsTable({ shops }: { shops: readonly ManagedShop[] }) {
  const settled = useSettledRows(shops.map(({ id }) => String(id)))
  return (
    <Card
      {...settled}
      className="overflow-hidden p-0! max-lg:border-0 max-lg:bg-transparent max-lg:shadow-none"
    >
      <Table caption="Shops" columns={columns} stacks="lg" bodyClassName="max-lg:gap-4">
        {shops.map((shop) => (
          <ShopRow key={shop.id} shop={shop} />
        ))}
      </Table>
    </Card>
  )
}

function ShopRow({ shop }: { shop: ManagedShop }) {
  return (
    <tr className="border-line align-top not-last:border-b max-lg:grid max-lg:grid-cols-3 max-lg:gap-x-4 max-lg:gap-y-4 max-lg:rounded-card max-lg:border max-lg:bg-surface max-lg:p-5 max-lg:shadow-lift">
      <th scope="row" className="min-w-0 px-4 py-4 pl-6 text-left font-normal max-lg:col-span-3 max-lg:p-0">
        <ShopWords shop={shop} />
      </th>
      <Cell name="Status" nameHidden className="max-lg:col-span-3">
        <span className="flex flex-wrap gap-2">
          <ShopStatusBadge status={shop.status} />
          {shop.hasPendingChange && <Badge tone="amber">Change to approve</Badge>}
        </span>
      </Cell>
      <Cell name="Registered">
        <span className="whitespace-nowrap">{registered.format(Date.parse(shop.registeredAt))}</span>
      </Cell>
      <Cell name="Bays">{shop.bays}</Cell>
      <Cell name="Upcoming" className="pr-6">
        {shop.upcoming}
      </Cell>
    </tr>
  )
}

function ShopWords({ shop }: { shop: ManagedShop }) {
  return (
    <>
      <Link
        href={paths.adminShop(shop.id)}
        className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-link underline underline-offset-4 hover:no-underline"
      >
        <bdi className="min-w-0">{shop.businessName}</bdi>
      </Link>
      <span className="mt-0.5 block text-sm wrap-anywhere text-muted">
        <bdi>{shop.address}</bdi>
      </span>
      <span className="block text-sm wrap-anywhere text-muted">
        <bdi>{shop.ownerEmail ?? 'Run by the administrators'}</bdi>
        {!shop.isOwnerProven && (
          <span className="block font-medium text-warn">
            Email not confirmed yet. You can approve the shop after that.
          </span>
        )}
      </span>
    </>
  )
}

type CellProps = { name: string; nameHidden?: boolean; className?: string; children: ReactNode }

/** A cell with its column's name, for layouts without a table head. */
function Cell({ name, nameHidden = false, className, children }: CellProps) {
  return (
    <td className={classNames('px-4 py-4 tabular-nums max-lg:p-0', className)}>
      {!nameHidden && (
        <span aria-hidden="true" className="block text-xs text-muted lg:hidden">
          {name}
        </span>
      )}
      {children}
    </td>
  )
}
