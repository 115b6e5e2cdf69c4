import { socialProviders } from '../contract/identity/social-sign-in.ts'
import type { Handlers } from './http/handlers.ts'

export const settingsHandlers = {
  'settings.find': async ({ context: { config, clock } }) => ({
    sandboxUrl: config.sandbox?.url ?? null,
    cards: { publishableKey: config.cards.publishableKey, scriptUrl: config.cards.scriptUrl },
    socialSignIn: socialProviders.filter((provider) => config.social[provider] !== null),
    requireSecondFactor: config.requireSecondFactor,
    operator: config.operator,
    now: new Date(clock.now()).toISOString(),
  }),
} satisfies Partial<Handlers>
