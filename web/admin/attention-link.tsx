import { use } from 'react'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { CurrentShopContext } from '../workspace/current-shop.ts'
import { withShop } from '../workspace/navigation.ts'
import { useAttention } from './admin-queries.ts'
import { countProblems } from './attention-words.ts'

/** How much needs attention, as a link to Today. Absent while nothing does. */
export function AttentionLink() {
  const { data } = useAttention()
  const shopId = use(CurrentShopContext)
  const count = data ? countProblems(data) : 0
  if (count === 0) return null
  return (
    <Link
      href={withShop(paths.today, shopId)}
      className="inline-flex min-h-10 items-center gap-2 rounded-control bg-warn-soft px-3 text-sm font-semibold text-warn underline-offset-4 hover:underline"
    >
      <TriangleAlert className="size-4" aria-hidden="true" />
      {count} {count === 1 ? 'needs' : 'need'} attention
    </Link>
  )
}
