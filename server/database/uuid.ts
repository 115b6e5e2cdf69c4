const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text can be an id of ours at all; the database would refuse any other as an error. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}

/** Comes before every id: where reading in order of ids begins. */
export const lowestUuid = '00000000-0000-0000-0000-000000000000'
