import { useMemo, useState, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { User, Workplace } from '../../contract/identity/identity.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { BottomTabs } from './bottom-tabs.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { homeOf, navItemsOf, withShop } from './navigation.ts'
import { SideNavigation } from './side-navigation.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import type { Place } from './views.ts'
import { WorkspaceHeader } from './workspace-header.tsx'

type WorkspaceProps = {
  user: User
  standing: Standing
  shop: Workplace | null
  place: Place
  /** The search box of the header. */
  search?: ReactNode
  children: ReactNode
}

/** The frame of every page of staff: header, navigation and the page, up to 1,920 px wide. */
export function Workspace({ user, standing, shop, place, search, children }: WorkspaceProps) {
  const [showsKeys, setShowsKeys] = useState(false)
  const keptShop = user.workplaces.length > 1 ? (shop?.shopId ?? null) : null
  const items = useMemo(() => navItemsOf(standing, keptShop), [standing, keptShop])
  const home = withShop(homeOf(standing), keptShop)
  const homeLabel = items.find(({ href }) => href === home)?.label ?? 'Home'
  const shortcuts = useMemo(
    () => ({
      ...Object.fromEntries(
        items.flatMap(({ shortcut, href }) =>
          shortcut === undefined ? [] : [[shortcut, () => navigate(href)]],
        ),
      ),
      '?': () => setShowsKeys(true),
    }),
    [items],
  )
  useShortcuts(shortcuts)
  return (
    <div data-workspace className="mx-auto flex min-h-dvh w-full max-w-[1920px] flex-col">
      <WorkspaceHeader user={user} shop={shop} home={{ href: home, label: homeLabel }} search={search} />
      <div className="flex min-w-0 flex-1">
        <SideNavigation items={items} place={place} onKeys={() => setShowsKeys(true)} />
        <div className="min-w-0 flex-1 max-md:pb-16">{children}</div>
      </div>
      <BottomTabs items={items} place={place} user={user} />
      <KeysDialog items={items} open={showsKeys} onOpenChange={setShowsKeys} />
    </div>
  )
}
