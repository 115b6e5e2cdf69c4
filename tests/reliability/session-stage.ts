import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'

/**
 * The stage of attacks on sessions: two processes of one product, with fake Google and Facebook providers.
 */
export type SessionStage = {
  world: World
  processes: readonly AppProcess[]
  social: Social
  /** The target of forged requests: the product, or a proxy in front of it that removes its guard. */
  door: string
  /** Called with the session that an attacker plants in a victim's browser. */
  planted(cookie: string): Promise<void>
  /** Called with the address whose owner is about to recover the account. */
  beforeReset(email: string): Promise<void>
}

/** Plays one attack. Returns a description of its success, or null. */
export type Attack = (stage: SessionStage, chance: Chance) => Promise<string | null>

export async function openSessionStage(): Promise<SessionStage> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  return {
    world,
    processes: [world, await world.addProcess()],
    social: socialAt(world),
    door: world.url,
    planted: async () => undefined,
    beforeReset: async () => undefined,
  }
}
