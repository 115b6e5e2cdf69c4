import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ShieldCheck } from 'lucide-react'
import type { User } from '../../contract/identity/identity.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { WorkspacePage } from '../workspace/workspace-page.tsx'
import { loadProductSettings, useProductSettings } from '../layout/product-settings.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Whether this installation requires a second factor that the user lacks; null while that is unknown. */
export function useLacksSecondFactor({ secondFactor, byPasskey }: User): boolean | null {
  const settings = useProductSettings()
  if (secondFactor || byPasskey) return false
  return settings === null ? null : settings.requireSecondFactor
}

type SecondFactorGateProps = { user: User; title: string; children: ReactNode }

/**
 * Sends staff without the second factor that this installation requires to its set-up, because the server
 * refuses them every call of the page.
 */
export function SecondFactorGate({ user, title, children }: SecondFactorGateProps) {
  const lacksIt = useLacksSecondFactor(user)
  const hasFailed = useSettingsFailed()
  // If the settings cannot be loaded, the lists of the page say so.
  if (lacksIt === null && !hasFailed) return <PageLoading />
  if (lacksIt !== true) return children
  return (
    <WorkspacePage title={title}>
      <EmptyState
        icon={<ShieldCheck />}
        title="Set up a second factor to open Appointment Management. If you have a passkey, log out and sign in with it."
      >
        <ButtonLink href={paths.secondFactorSetup}>Set it up</ButtonLink>
      </EmptyState>
    </WorkspacePage>
  )
}

/** Whether the settings could not be loaded. Joins the page's load, or tries once more after its failure. */
function useSettingsFailed(): boolean {
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    loadProductSettings().catch(() => setHasFailed(true))
  }, [])
  return hasFailed
}
