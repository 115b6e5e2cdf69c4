/** Who is in which bay of a shop when. */
export function BoardView() {
  return null
}
