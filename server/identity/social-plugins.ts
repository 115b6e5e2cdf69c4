import type { BetterAuthPlugin } from 'better-auth'
import type { Config } from '../config.ts'

/** The social sign-ins that are set up, as the identity library knows them. */
export function socialPlugins(_config: Config): BetterAuthPlugin[] {
  return []
}
