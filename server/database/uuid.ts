const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text is a valid uuid. PostgreSQL would fail on any other text. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}

/** Sorts before every id: the start of cursor pagination. */
export const lowestUuid = '00000000-0000-0000-0000-000000000000'
