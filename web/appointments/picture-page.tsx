import { useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { isMake } from '../../contract/catalog/vehicles.ts'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { BeforeAfter, type Moment } from './before-after.tsx'
import { picturesOf, titleFor, wordsFor } from './package-pictures.ts'
import { createQueryClient, usePackages } from './queries.ts'

/** A package's picture alone, as large as the window: the content of the popup. */
export function PicturePage() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="always-dark flex h-dvh flex-col bg-canvas text-ink">
        <PictureAsked />
      </div>
    </QueryClientProvider>
  )
}

function PictureAsked() {
  const query = new URLSearchParams(useSearch())
  const packages = usePackages()
  const id = Number(query.get('package'))
  const make = query.get('make') ?? ''
  const start = query.get('view') === 'before' ? 'before' : 'after'
  const offered = packages.data?.find((each) => each.id === id)
  if (offered?.imageUrl !== undefined)
    return (
      <LargePicture offered={offered} url={offered.imageUrl} make={isMake(make) ? make : ''} start={start} />
    )
  return (
    <>
      <PictureHead title={packages.data ? 'Picture not found' : 'Picture'} />
      <QueryState query={packages} loading="Loading picture...">
        {() => <NoPicture />}
      </QueryState>
    </>
  )
}

type LargePictureProps = { offered: InstallationPackage; url: string; make: string; start: Moment }

function LargePicture({ offered, url, make, start }: LargePictureProps) {
  const [moment, setMoment] = useState<Moment>(start)
  const [failed, setFailed] = useState<readonly string[]>([])
  const { after, before } = picturesOf(url, make)
  const isBefore = before !== null && moment === 'before'
  const shown = isBefore ? before : after
  return (
    <>
      <PictureHead title={titleFor(offered.name, make)} />
      {failed.includes(shown) ? (
        <NoPicture />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center">
          <img
            key={shown}
            src={shown}
            alt={wordsFor(offered.name, make, isBefore)}
            onError={() => setFailed([...failed, shown])}
            className="aspect-3/2 w-[min(100%,calc((100dvh-8rem)*1.5))] object-contain sm:rounded-card"
          />
        </div>
      )}
      <div className="grid shrink-0 justify-items-center gap-x-6 gap-y-2 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:grid-cols-[1fr_auto_1fr] sm:items-center">
        {before !== null && (
          <div className="w-48 sm:col-start-2">
            <BeforeAfter name={offered.name} moment={moment} onChange={setMoment} />
          </div>
        )}
        <p className="text-fine text-muted sm:col-start-3 sm:row-start-1 sm:justify-self-end">
          Illustration. Details of your car may differ.
        </p>
      </div>
    </>
  )
}

function NoPicture() {
  return <p className="grid flex-1 place-content-center px-4 text-muted">We couldn’t find this picture.</p>
}

function PictureHead({ title }: { title: string }) {
  const heading = useMainHeading(title)
  return (
    <header className="flex shrink-0 items-center gap-3 py-2 pr-2 pl-4 sm:pl-6">
      <h1
        ref={heading}
        tabIndex={-1}
        className="min-w-0 flex-1 text-ui leading-snug font-semibold sm:text-lg"
      >
        {title}
      </h1>
      <Button variant="secondary" size="small" onClick={close}>
        <X className="size-4" aria-hidden="true" />
        Close
      </Button>
    </header>
  )
}

/** A browser closes only windows that a page opened. */
function close(): void {
  if (window.opener) window.close()
  else if (window.history.length > 1) window.history.back()
  else navigate(paths.landing)
}
