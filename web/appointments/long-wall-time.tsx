import { nonBreakingDate } from '../ui/non-breaking.ts'
import { formatLongWallTime } from './appointment-words.ts'

/** Day and time, each without a line break where the line is long enough. */
export function LongWallTime({ text }: { text: string }) {
  return <DayAndTime words={formatLongWallTime(text)} />
}

/** The same for text such as 'Friday, December 11, 2026 at 9:00 AM'. */
export function DayAndTime({ words }: { words: string }) {
  const [day, time] = words.split(' at ')
  return (
    <>
      <span className="inline-block">{day && nonBreakingDate(day)}</span>
      {time !== undefined && (
        <>
          {' '}
          <span className="inline-block">at {time}</span>
        </>
      )}
    </>
  )
}
