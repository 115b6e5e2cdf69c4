type Rules = { createHTML?: (text: string) => string; createScriptURL?: (url: string) => string | null }

/**
 * The part of the Trusted Types API in use; undefined in browsers without it. A policy's result is an object
 * in place of a string. https://w3c.github.io/trusted-types/dist/spec/
 */
export const { trustedTypes } = globalThis as {
  trustedTypes?: {
    defaultPolicy: object | null
    createPolicy(name: string, rules: Rules): { createHTML(text: string): string }
  }
}
