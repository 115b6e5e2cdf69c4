let lastPhone = 1_000

/** A phone of its own for each test, ten digits. */
export function newPhone(): string {
  lastPhone += 1
  return `626556${lastPhone}`
}

/** A product in its own process or in that of the test, which then runs its jobs. */
type Texted = { sandboxUrl: string; runJobs?: () => Promise<void> }

export type OnPhone = { body: string; direction: string; status: string; createdAt: string }

/** The texts of a phone of the sandbox in both directions, oldest first. */
export async function allTextsOn({ sandboxUrl }: Texted, phone: string): Promise<OnPhone[]> {
  const answer = await fetch(`${sandboxUrl}/sandbox/phone.json?phone=%2B1${phone}`)
  return ((await answer.json()) as OnPhone[]).toReversed()
}

/** The texts that a phone of the sandbox got, oldest first. */
export async function textsOn(product: Texted, phone: string): Promise<OnPhone[]> {
  return (await allTextsOn(product, phone)).filter(({ direction }) => direction !== 'inbound')
}

/** Sends a text from a phone of the sandbox. */
export async function textFrom(
  product: Texted,
  phone: string,
  { to, body }: { to: string; body: string },
): Promise<void> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/phone/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: `+1${phone}`, to, body }),
  })
  const told = await answer.text()
  if (told !== '{"answer":"200"}') throw new Error(`the text was answered ${told}`)
  await product.runJobs?.()
}
