import { useState } from 'react'
import { picturesOf } from './package-pictures.ts'
import { usePackages } from './queries.ts'

const anyCockpit = '/pictures/cockpit-at-dusk.svg'

type PackageSceneProps = { productId: number | null; make: string; className: string }

/**
 * The package installed in a dashboard of the make, behind the words beside it. A generic dashboard for a
 * package without a picture.
 */
export function PackageScene({ productId, make, className }: PackageSceneProps) {
  const packages = usePackages()
  const [failed, setFailed] = useState<string | null>(null)
  if (packages.isPending) return null
  const imageUrl = packages.data?.find(({ id }) => id === productId)?.imageUrl
  const url = imageUrl === undefined ? anyCockpit : picturesOf(imageUrl, make).after
  if (url === failed) return null
  return (
    <img src={url} alt="" width={1200} height={800} onError={() => setFailed(url)} className={className} />
  )
}
