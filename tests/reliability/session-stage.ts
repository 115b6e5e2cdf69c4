import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'

/** Where attacks on sessions are played: two processes of one product, and the stand-ins for Google and Facebook. */
export type SessionStage = {
  world: World
  processes: readonly AppProcess[]
  social: Social
  /** Where forged requests arrive: the product, or a door in front of it that takes its guard away. */
  door: string
  /** Told of the session that an attacker puts into somebody's browser. */
  planted(cookie: string): Promise<void>
  /** Told of the address whose owner is about to take it back. */
  beforeReset(email: string): Promise<void>
}

/** Plays one attack and says what it won; null when nothing. */
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
