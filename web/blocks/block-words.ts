import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import { formatTwelveHour } from '../../contract/time.ts'

/** '12:00 PM to 1:00 PM'; the end of a day is midnight. */
export function blockSpan({
  startMinutes,
  endMinutes,
}: Pick<BoardBlock, 'startMinutes' | 'endMinutes'>): string {
  const end = endMinutes >= 1440 ? 'midnight' : formatTwelveHour(endMinutes)
  return startMinutes === 0 && endMinutes >= 1440 ? 'All day' : `${formatTwelveHour(startMinutes)} to ${end}`
}
