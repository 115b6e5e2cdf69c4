import { unbrokenDay } from '../ui/unbroken-day.ts'
import { formatLongWallTime } from './appointment-words.ts'

/** Day and time, each unbroken where the line is long enough for it. */
export function LongWallTime({ text }: { text: string }) {
  const [day, time] = formatLongWallTime(text).split(' at ')
  return (
    <>
      <span className="inline-block">{day && unbrokenDay(day)}</span>
      {time !== undefined && (
        <>
          {' '}
          <span className="inline-block">at {time}</span>
        </>
      )}
    </>
  )
}
