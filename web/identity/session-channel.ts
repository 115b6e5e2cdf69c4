import { openChannel } from '../ui/open-channel.ts'

/** Tells the other tabs of this browser which session this tab has seen. Only a hint: they ask the server. */
let channel: BroadcastChannel | null = null

/** Sends the name of the session that this tab has now. Does nothing before `onSessionSeen`. */
export function postSessionSeen(name: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: its pages are all ours
  channel?.postMessage(name)
}

/** Opens the channel, where the browser has one, and listens to the other tabs. */
export function onSessionSeen(listener: (name: unknown) => void): void {
  channel = openChannel('session')
  channel?.addEventListener('message', ({ data }) => listener(data))
}
