function repeat(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Texts of `length` characters that make a careless pattern try many ways to read them. */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const between = (first: string, piece: string, last: string) =>
    first + repeat(piece, length - first.length - last.length) + last
  return {
    'an address of dots': between('a@', '.', '@'),
    dots: between('', '.', '!'),
    spaces: between('a', ' ', 'a'),
    'spaces of other kinds': between('a', '\u00a0\u2003\t', 'a'),
    'at signs': between('', '@', ' '),
    digits: between('', '0', 'x'),
    'combining marks': between('e', '\u0301', '!'),
    quotes: between('"', '"', '@'),
    brackets: between('', '([{', '}'),
    dashes: between('a', '-', '!'),
    'letters with a bad last character': between('', 'a', '\u0000'),
    'an address of many labels': between('a@', 'b.', '!'),
    'an address of many names': between('', 'a.', '@'),
    times: between('', '09:00:', 'x'),
    dates: between('', '2026-11-27 ', 'x'),
    slashes: between('https:', '/', 'x'),
    'lines that end in spaces': between('a', ' \n', 'x'),
    'halves of characters': between('', '\ud83d', 'x'),
  }
}

/** Processor time of one call in milliseconds: the least of three, because other work runs beside it. */
export async function processorMsOf(call: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && least >= enough; round++) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
