import { watchRequest, wayBackAfterMs } from '../api/slow-requests.ts'

/** The card provider's code in the browser did not answer in time, or the user stopped waiting for it. */
export class ProviderTimeout extends Error {
  constructor() {
    super('The card provider did not answer')
    this.name = 'ProviderTimeout'
  }
}

/**
 * Waits for the card provider's code, which has no timeout of its own. A slow answer is reported. After 20
 * seconds it throws `ProviderTimeout`; where a person may be busy with the bank (`person`), only once they
 * stop waiting.
 */
export async function waitForProvider<Answer>(
  answer: Promise<Answer>,
  { person = false } = {},
): Promise<Answer> {
  let timeout: ReturnType<typeof setTimeout> | undefined
  let done: () => void = () => undefined
  const silence = new Promise<never>((_, reject) => {
    const leave = () => reject(new ProviderTimeout())
    if (!person) timeout = setTimeout(leave, wayBackAfterMs)
    done = watchRequest(null, person ? leave : null)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timeout)
    done()
  }
}
