import { useState } from 'react'
import { UserRound } from 'lucide-react'
import { classNames } from './class-names.ts'
import { initialsOf } from './initials.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-20 text-2xl' }

type AvatarProps = {
  name: string
  /** The address of a picture; while there is none that loads, the initials stand. */
  image: string | null
  size?: keyof typeof sizes
  onImageFailure?: () => void
}

/** A person's photo or initials. Decorative: the name, or where it leads, is said beside it. */
export function Avatar({ name, image, size = 'small', onImageFailure }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const initials = initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full border border-line-strong bg-hover font-semibold text-ink select-none',
        sizes[size],
      )}
    >
      {initials === '' ? <UserRound className="size-1/2" /> : initials}
      {image !== null && image !== failed && (
        <img
          key={image}
          src={image}
          alt=""
          // Whoever keeps the picture learns nothing of where it is looked at.
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full bg-hover object-cover"
          onError={() => {
            setFailed(image)
            onImageFailure?.()
          }}
        />
      )}
    </span>
  )
}
