import { lazy, useState } from 'react'
import type { ComponentType } from 'react'

export type Later<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of its being shown. A failure is told when it is. */
  fetch: () => void
  /** Whether it can be shown at once. */
  isFetched: () => boolean
}

/**
 * A component whose code is fetched when it is first shown, inside a Suspense, or before that. What has been fetched is shown at once,
 * where React's `lazy` would show for a moment that it is loading.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let fetched: ComponentType<Props> | null = null
  const fetchOnce = async () => (fetched ??= await load())
  const WhenFetched: ComponentType<Props> = lazy(async () => ({ default: await fetchOnce() }))
  function Shown(props: Props) {
    // One and the same from its first moment on: with another component its state would be lost.
    const [Component] = useState(() => fetched ?? WhenFetched)
    return <Component {...props} />
  }
  return Object.assign(Shown, {
    fetch: () => void fetchOnce().catch(() => undefined),
    isFetched: () => fetched !== null,
  })
}
