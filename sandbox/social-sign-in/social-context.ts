import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Journal } from '../journal.ts'
import type { SocialProvider } from './social-modes.ts'
import type { SocialRecords } from './social-records.ts'
import { currentSocial } from './social-switch.ts'
import type { ProviderSwitch, SocialMode } from './social-modes.ts'

export interface SocialContext {
  journal: Journal<SocialRecords>
  sandboxUrl: string
  /** Address of the product's pages; its callbacks are the registered ones. */
  publicUrl: string
}

/**
 * Applies the switch to an answer of this provider: waits, or cuts the connection (then undefined). `cutBy`
 * names the modes that cut this endpoint in addition to `down`.
 */
export async function applySwitch(
  { journal }: SocialContext,
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
  { publicUrl }: SocialContext,
  provider: SocialProvider,
  redirectUri: string,
): boolean {
  return redirectUri === `${publicUrl}/api/auth/callback/${provider}`
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://localhost').searchParams
}

/** The fields of a form body; empty for a request without a body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
}

/** Adds parameters to an address, in this order and without those that are null. */
export function addressWith(address: string, parameters: Record<string, string | null>, hash = ''): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.append(name, value)
  }
  url.hash = hash
  return url.href
}
