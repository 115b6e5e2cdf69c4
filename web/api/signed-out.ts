let listener: () => void = () => undefined

/** Names who is told when the server answers a call that nobody is signed in. */
export function onSignedOut(told: () => void): void {
  listener = told
}

/** The server answered that nobody is signed in. */
export function notifySignedOut(): void {
  listener()
}
