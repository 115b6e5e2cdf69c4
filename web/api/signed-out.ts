let listener: () => void = () => undefined

/** Sets the listener for a reply that says the session has ended. */
export function onSignedOut(told: () => void): void {
  listener = told
}

/** Reports that the server answered with "not signed in". */
export function notifySignedOut(): void {
  listener()
}
