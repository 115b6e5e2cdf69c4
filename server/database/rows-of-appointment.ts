/** The rows `of` one appointment, with the instant as text, for the file of a person's own data. */
export function rowsOfAppointment<Row extends { of: string; at: Date }>(rows: readonly Row[], id: string) {
  return rows
    .filter((row) => row.of === id)
    .map((row) => {
      const { of: _, at, ...rest } = row
      return { ...rest, at: at.toISOString() }
    })
}
