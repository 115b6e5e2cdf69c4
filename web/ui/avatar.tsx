import { useState } from 'react'
import { UserRound } from 'lucide-react'
import { classNames } from './class-names.ts'
import { initialsOf } from './initials.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-20 text-2xl' }

type AvatarProps = {
  name: string
  /** Address of a picture; the initials show until it has loaded. */
  image: string | null
  size?: keyof typeof sizes
  onImageFailure?: () => void
}

/** A user's photo or initials. Decorative: the name or the link's purpose stands beside it. */
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
          // The picture's host gets no referrer.
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
