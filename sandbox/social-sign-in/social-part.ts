import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Journal } from '../journal.ts'
import type { SocialProvider } from './social-modes.ts'
import type { SocialRecords } from './social-records.ts'
import { currentSocial } from './social-switch.ts'
import type { ProviderSwitch, SocialMode } from './social-modes.ts'

export interface SocialPart {
  journal: Journal<SocialRecords>
  sandboxUrl: string
  /** Where the product's pages are: its callbacks are the registered ones. */
  publicUrl: string
}

/**
 * Does what the switch says of every answer of this provider: waits, or cuts the connection and answers nothing (undefined
 * then). `cutBy` names the modes that cut this endpoint besides `down`.
 */
export async function passSwitch(
  { journal }: SocialPart,
  provider: SocialProvider,
  reply: FastifyReply,
  cutBy: readonly SocialMode[] = [],
): Promise<ProviderSwitch | undefined> {
  const switches = currentSocial(journal)[provider]
  if (switches.mode === 'slow') await delay(switches.delayMs, undefined, { ref: false })
  if (switches.mode !== 'down' && !cutBy.includes(switches.mode)) return switches
  reply.hijack()
  reply.raw.destroy()
  return undefined
}

export function isRegistered(
  { publicUrl }: SocialPart,
  provider: SocialProvider,
  redirectUri: string,
): boolean {
  return redirectUri === `${publicUrl}/api/auth/callback/${provider}`
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://localhost').searchParams
}

/** What a form says; an empty one for a request without a body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
}

/** The address with these parameters added, in this order; those that are null are left out. */
export function addressWith(address: string, parameters: Record<string, string | null>, hash = ''): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.append(name, value)
  }
  url.hash = hash
  return url.href
}
