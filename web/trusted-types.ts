type Rules = { createHTML?: (text: string) => string; createScriptURL?: (url: string) => string | null }

/**
 * Trusted Types, as far as they are used here; none where the browser has none and takes any text. What a policy makes is an object
 * that stands for the text. https://w3c.github.io/trusted-types/dist/spec/
 */
export const { trustedTypes } = globalThis as {
  trustedTypes?: {
    defaultPolicy: object | null
    createPolicy(name: string, rules: Rules): { createHTML(text: string): string }
  }
}
