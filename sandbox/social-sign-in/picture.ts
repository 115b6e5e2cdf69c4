/** Address of a picture with the initials of this name. */
export function pictureUrl(sandboxUrl: string, name: string): string {
  return `${sandboxUrl}/social/pictures/${encodeURIComponent(initialsOf(name))}.svg`
}

function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => /^\p{L}/u.exec(word)?.[0])
    .filter(Boolean)
  return (letters.slice(0, 2).join('') || 'A').toUpperCase()
}

/** A square picture with these initials, or nothing when they are invalid. */
export function pictureOf(initials: string): string | undefined {
  if (!/^\p{L}{1,2}$/u.test(initials)) return undefined
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#2456d6"/>' +
    `<text x="48" y="62" font-family="sans-serif" font-size="38" fill="#fff" text-anchor="middle">${initials}</text></svg>`
  )
}
