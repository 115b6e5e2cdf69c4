import type { ShopStatus } from '../../contract/shops/shop-settings.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

const looks: Record<ShopStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'amber' },
  approved: { label: 'Approved', tone: 'green' },
  suspended: { label: 'Suspended', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'neutral' },
}

export function ShopStatusBadge({ status }: { status: ShopStatus }) {
  const { label, tone } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
