import { useEffect, useState } from 'react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { call, CallError } from '../api/client.ts'

/**
 * The packages on offer; empty until they are loaded and when they cannot be. The registration page has no
 * query cache, so the request is made by hand.
 */
export function useCatalog(): readonly InstallationPackage[] {
  const [packages, setPackages] = useState<readonly InstallationPackage[]>([])
  useEffect(() => {
    const controller = new AbortController()
    call('catalog.listPackages', { signal: controller.signal }).then(setPackages, (error: unknown) => {
      // The remarks beside the hours are left out; the form itself works without them.
      if (!(error instanceof CallError) && !controller.signal.aborted) throw error
    })
    return () => controller.abort()
  }, [])
  return packages
}
