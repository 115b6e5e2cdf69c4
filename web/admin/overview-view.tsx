/** The last weeks of a shop, or of all shops, in pictures. */
export function OverviewView() {
  return null
}
