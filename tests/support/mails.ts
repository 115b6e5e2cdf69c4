import type { World } from './start-world.ts'

export type ReceivedMail = {
  subject: string
  text: string
  html: string
  attachments: { content: string }[]
  headers: { name: string; value: string }[]
}

/** The sandbox's mails to an address, oldest first. */
export async function mailsTo(world: World, address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(address)}`)
  const body = (await answer.json()) as ReceivedMail[] | { mails: ReceivedMail[] }
  return (Array.isArray(body) ? body : body.mails).toReversed()
}

type MailedPage =
  | '/reset-password'
  | '/verify-email'
  | '/confirm-address'
  | '/appointment-link'
  | '/fitment-photo'
  | '/sign-off'
  | '/price'
  | '/join'

/** The tokens of all links to this page in mails to an address, oldest first. */
export async function mailedTokens(world: World, address: string, page: MailedPage): Promise<string[]> {
  await world.runJobs()
  const link = new RegExp(`${page}#(\\S+)`)
  return (await mailsTo(world, address)).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}

/** The latest token. */
export async function mailedToken(world: World, address: string, page: MailedPage): Promise<string> {
  const token = (await mailedTokens(world, address, page)).at(-1)
  if (token === undefined) throw new Error(`no link to ${page} was mailed to ${address}`)
  return token
}
