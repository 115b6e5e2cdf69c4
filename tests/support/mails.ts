import type { World } from './start-world.ts'

export type ReceivedMail = { subject: string; text: string; html: string; attachments: { content: string }[] }

/** What the sandbox's mailbox holds for an address, oldest first. */
export async function mailsTo(world: World, address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(address)}`)
  const body = (await answer.json()) as ReceivedMail[] | { mails: ReceivedMail[] }
  return (Array.isArray(body) ? body : body.mails).toReversed()
}
