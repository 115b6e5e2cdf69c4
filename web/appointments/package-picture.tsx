import { useState } from 'react'
import { Maximize2 } from 'lucide-react'
import { Dialog } from '../ui/dialog.tsx'
import { openPictureWindow } from './picture-window.ts'

type PackagePictureProps = { name: string; url: string }

/**
 * A package's picture, opened large on a click. If the browser blocks the popup it opens in the page; a
 * picture that fails to load is hidden.
 */
export function PackagePicture({ name, url }: PackagePictureProps) {
  const [failed, setFailed] = useState(false)
  const [open, setOpen] = useState(false)
  if (failed) return null
  return (
    <>
      <button
        type="button"
        aria-label={`Open a large picture of ${name}`}
        onClick={() => setOpen(!openPictureWindow(url))}
        className="group relative block aspect-3/2 w-full overflow-hidden bg-sunken focus-visible:-outline-offset-4"
      >
        <img
          src={url}
          alt=""
          width={1200}
          height={800}
          onError={() => setFailed(true)}
          className="size-full object-cover transition-transform duration-500 group-hover:scale-[1.03]"
        />
        <span className="absolute right-1.5 bottom-1.5 grid size-7 sm:right-3 sm:bottom-3 sm:size-9 place-items-center rounded-full bg-[rgb(4_9_15/0.66)] text-white">
          <Maximize2 className="size-3.5 sm:size-4" aria-hidden="true" />
        </span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={name} titleHidden size="picture">
        <img src={url} alt={`${name} in a dashboard`} className="size-full object-contain" />
      </Dialog>
    </>
  )
}
