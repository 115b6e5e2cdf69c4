import { useState } from 'react'
import { Maximize2 } from 'lucide-react'
import { paths } from '../paths.ts'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { BeforeAfter, type Moment } from './before-after.tsx'
import { picturesOf, titleFor, wordsFor } from './package-pictures.ts'
import { openPictureWindow } from './picture-window.ts'

type PackagePictureProps = {
  packageId: number
  name: string
  url: string
  make: string
  /** Of a package that cannot be chosen. */
  isDimmed: boolean
}

/**
 * A package's picture in a dashboard of the make, and the same dashboard before. A click opens it large. If
 * the browser blocks the popup it opens in the page; a picture that fails to load is hidden.
 */
export function PackagePicture({ packageId, name, url, make, isDimmed }: PackagePictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const [open, setOpen] = useState(false)
  const [moment, setMoment] = useState<Moment>('after')
  // Loaded at the first request, and kept.
  const [isBeforeWanted, setBeforeWanted] = useState(false)
  const pictures = picturesOf(url, make)
  const fail = (address: string) => setFailed((known) => [...known, address])
  if (failed.includes(pictures.after)) return null
  const before = pictures.before !== null && !failed.includes(pictures.before) ? pictures.before : null
  const isBefore = before !== null && moment === 'before'
  const words = wordsFor(name, make, isBefore)
  const subject = isBefore ? `your ${make} before the installation` : titleFor(name, make)
  const choose = (next: Moment) => {
    if (next === 'before') setBeforeWanted(true)
    setMoment(next)
  }
  const choice = before !== null && <BeforeAfter name={name} moment={moment} onChange={choose} />
  const pictureClass = classNames(
    'size-full object-cover transition-transform duration-500 max-sm:origin-[50%_36%] max-sm:scale-[1.3] sm:group-hover:scale-[1.03]',
    isDimmed && 'opacity-60 grayscale',
  )
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={`Open a large picture of ${subject}`}
        onClick={() =>
          setOpen(!openPictureWindow(paths.picture(packageId, make, isBefore ? 'before' : 'after')))
        }
        className="group relative block aspect-3/2 w-full overflow-hidden bg-sunken focus-visible:-outline-offset-4 max-sm:rounded-control"
      >
        <img
          key={pictures.after}
          src={pictures.after}
          alt=""
          width={1200}
          height={800}
          loading="lazy"
          onError={() => fail(pictures.after)}
          className={pictureClass}
        />
        {before !== null && isBeforeWanted && (
          <img
            key={before}
            src={before}
            alt=""
            width={1200}
            height={800}
            onError={() => fail(before)}
            className={classNames('absolute inset-0', pictureClass, !isBefore && 'invisible')}
          />
        )}
        <span className="absolute right-1.5 bottom-1.5 grid size-7 place-items-center rounded-full bg-[rgb(4_9_15/0.66)] text-white sm:right-2 sm:bottom-2 sm:size-8">
          <Maximize2 className="size-3.5 sm:size-4" aria-hidden="true" />
        </span>
      </button>
      <div className="max-sm:mt-2 max-sm:empty:hidden sm:absolute sm:bottom-2 sm:left-2 sm:w-32">
        {choice}
      </div>
      <Dialog open={open} onOpenChange={setOpen} title={words} titleHidden size="picture">
        <div className="always-dark relative grid min-h-0 bg-canvas text-ink">
          <img src={isBefore ? before : pictures.after} alt={words} className="size-full object-contain" />
          <div className="absolute bottom-3 left-1/2 w-40 -translate-x-1/2">{choice}</div>
        </div>
      </Dialog>
    </div>
  )
}
