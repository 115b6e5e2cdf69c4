import type { WorkPhoto } from '../../../contract/workshop/work-order.ts'

/** The photos of one kind, each a link to its full size. */
export function PhotoGrid({ photos, words }: { photos: readonly WorkPhoto[]; words: string }) {
  if (photos.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map(({ id, url }, index) => (
        <li key={id}>
          {url === null ? (
            <span className="grid h-20 w-28 place-items-center rounded-control bg-sunken text-sm text-muted">
              Deleted
            </span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              <img
                src={url}
                alt={`${words}, number ${index + 1}`}
                className="h-20 w-28 rounded-control bg-sunken object-cover"
              />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
