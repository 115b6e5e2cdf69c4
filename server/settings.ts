import type { Handlers } from './http/handlers.ts'

export const settingsHandlers = {
  'settings.find': async ({ context: { config, clock } }) => ({
    sandboxUrl: config.sandbox?.url ?? null,
    cards: { publishableKey: config.cards.publishableKey, scriptUrl: config.cards.scriptUrl },
    socialSignIn: [],
    now: new Date(clock.now()).toISOString(),
  }),
} satisfies Partial<Handlers>
