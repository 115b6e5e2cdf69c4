/**
 * Runs `work` with the clock of this process, for the product and the providers in it, moved by that many
 * milliseconds. The database is another process and keeps its clock.
 */
export async function withSkew<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const { Date: real } = globalThis
  const now = (): number => real.now() + milliseconds
  globalThis.Date = new Proxy(real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
  try {
    return await work()
  } finally {
    globalThis.Date = real
  }
}
