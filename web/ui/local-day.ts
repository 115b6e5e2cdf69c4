/** 'YYYY-MM-DD' as a Date at this browser's noon of that day, for widgets that use Date. Never an instant. */
export function dateOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** The 'YYYY-MM-DD' of a widget's Date. */
export function dayOfDate(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
