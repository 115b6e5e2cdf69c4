import { useQuery } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { workPhotoKinds } from '../../contract/workshop/work-order.ts'
import { photoKindWords } from '../../contract/workshop/work-words.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Signed } from '../workshop/sign-off/signed.tsx'
import { PhotoGrid } from '../workshop/work-order/photo-grid.tsx'

type WorkProgressProps = {
  appointment: CustomerAppointment
  /** How the work ended, in a sentence; null while the car is at the shop. */
  ending: string | null
}

/**
 * The work on the customer's car: how it ended, the shop's notes, the photos and the signature. The state of
 * a car at the shop leads the card (`VisitNote`).
 */
export function WorkProgress({ appointment, ending }: WorkProgressProps) {
  const { id, timeZone, workState } = appointment
  const work = useQuery({
    queryKey: ['own-work', id, workState],
    queryFn: ({ signal }) => call('work.findOwn', { params: { id }, signal }),
    // The links of its photos end after 10 minutes.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <section aria-label="Work on your car" className="mt-5 grid gap-3 empty:hidden">
      {ending !== null && <p className="font-medium">{ending}</p>}
      <QueryState query={work} loading="Loading the work..." shape={<Skeleton className="h-16" />}>
        {({ notes, photos, signOff }) => (
          <>
            {notes.map((note) => (
              <p
                key={note.id}
                dir="auto"
                className="rounded-control bg-sunken px-4 py-3 text-ui wrap-anywhere"
              >
                {note.body}
              </p>
            ))}
            {workPhotoKinds.map((kind) => {
              const ofKind = photos.filter((photo) => photo.kind === kind)
              return (
                ofKind.length > 0 && (
                  <div key={kind} className="grid gap-1.5">
                    <h4 className="text-sm font-medium text-muted">{photoKindWords[kind]}</h4>
                    <PhotoGrid photos={ofKind} words={photoKindWords[kind]} />
                  </div>
                )
              )
            })}
            {signOff && <Signed signOff={signOff} timeZone={timeZone} />}
          </>
        )}
      </QueryState>
    </section>
  )
}
