let listener: () => void = () => undefined

/** Sets the listener for a refusal because the session has ended or belongs to another account. */
export function onSessionRefused(refused: () => void): void {
  listener = refused
}

/** Reports such a refusal. */
export function notifySessionRefused(): void {
  listener()
}
