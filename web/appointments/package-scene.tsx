import { useState } from 'react'
import { usePackages } from './queries.ts'

const anyCockpit = '/pictures/cockpit-at-dusk.svg'

/**
 * The package installed in a dashboard, fading into the background. A generic dashboard for a package without
 * a picture.
 */
export function PackageScene({ productId }: { productId: number }) {
  const packages = usePackages()
  const [failed, setFailed] = useState<string | null>(null)
  if (packages.isPending) return null
  const url = packages.data?.find(({ id }) => id === productId)?.imageUrl ?? anyCockpit
  if (url === failed) return null
  return (
    <img
      src={url}
      alt=""
      width={1200}
      height={800}
      onError={() => setFailed(url)}
      className="absolute inset-0 size-full animate-fade object-cover object-[50%_38%] [mask-image:linear-gradient(to_bottom,black_45%,transparent)] lg:[mask-image:linear-gradient(to_right,transparent,black_55%)]"
    />
  )
}
