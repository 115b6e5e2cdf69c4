import type { Misfit } from '../../contract/admin/attention.ts'
import { useMisfits } from './shop-settings.ts'

/** The anchor of the list of appointments that no longer fit. */
export const misfitsAnchor = 'appointments-to-move'

type MisfitsLinkProps = { shopId: number; reason: Misfit['reason'] }

/** Leads from a part of the settings to the appointments that its change has left without a place. */
export function MisfitsLink({ shopId, reason }: MisfitsLinkProps) {
  const misfits = useMisfits(shopId)
  const count = misfits.data?.filter((each) => each.reason === reason).length ?? 0
  if (count === 0) return null
  return (
    <p className="text-ui">
      {count === 1 ? '1 appointment needs another place.' : `${count} appointments need another place.`}{' '}
      <a href={`#${misfitsAnchor}`} className="text-link underline underline-offset-4 hover:no-underline">
        {count === 1 ? 'Move it' : 'Move them'}
      </a>
    </p>
  )
}
