import type { SocialMode, SocialOutcome, SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { randomId } from '../random-id.ts'
import {
  beginningProblem,
  blockedProblem,
  problemOf,
  providerNames,
  type SocialProblem,
} from './social-messages.ts'
import { openChannel } from '../ui/open-channel.ts'
import { isAuthCode, readSocialMessage, socialChannelName } from './social-outcome.ts'
import { isReadable, openSocialPopup, opensPopups } from './social-popup.ts'
import { saveRedirect, type SocialPurpose } from './social-redirect.ts'
import { nextPopupState, type PopupState } from './popup-state.ts'

const lookMilliseconds = 150
/** Milliseconds to wait for the result after the popup is seen closed. */
const newsMilliseconds = 600
/** Milliseconds to wait after the focus returns to this page: the user may only be looking. */
const returnMilliseconds = 1500
const blockedMilliseconds = 2500

/** The state of a sign-in in progress. */
export type SocialWait = {
  provider: SocialProvider
  step:
    | 'popup'
    /** The popup is at the provider. It can be focused unless the provider's page has cut the link. */
    | 'in-reach'
    | 'out-of-reach'
    /** The browser blocked the popup: the page itself navigates in a moment, or when asked. */
    | 'blocked'
    /** This page is navigating to the provider. */
    | 'leaving'
    /** The provider's part is done. */
    | 'finishing'
}

type Told = {
  purpose: SocialPurpose
  /** Asks the server for the provider's address. */
  start: (
    begun: { provider: SocialProvider; mode: SocialMode; flow: string },
    signal: AbortSignal,
  ) => Promise<{ url: string }>
  onWait: (wait: SocialWait | null) => void
  onProblem: (problem: SocialProblem) => void
  onResult: (provider: SocialProvider, result: SocialOutcome) => Promise<void>
  /** Another tab reports a successful sign-in. */
  onElsewhere: () => void
}

type Attempt = {
  provider: SocialProvider
  flow: string
  abort: AbortController
  popup: Window | null
  watch: PopupState
}

/** Runs the social sign-ins of one page, one at a time, and listens for their results until `stop`. */
export function createSocialFlows(told: Told) {
  const channel = openChannel(socialChannelName)
  const timers = new Set<number>()
  let present: Attempt | null = null
  /** The flow to accept a result for: a cancelled sign-in may yet succeed. */
  let latest: Attempt | null = null
  let away = false
  let cameBack = false

  const later = (milliseconds: number, work: () => void) => {
    timers.add(window.setTimeout(work, milliseconds))
  }
  const settle = () => {
    for (const timer of timers) window.clearTimeout(timer)
    timers.clear()
    present?.abort.abort()
    present = null
  }
  const giveUp = (problem: SocialProblem) => {
    settle()
    told.onWait(null)
    told.onProblem(problem)
  }
  const cancelled = (provider: SocialProvider, soft: boolean) =>
    giveUp(problemOf(provider, 'auth/user-cancelled', soft))

  const look = (attempt: Attempt, popup: Window) => {
    if (present !== attempt) return
    const before = attempt.watch.at
    attempt.watch = nextPopupState(attempt.watch, { closed: popup.closed, readable: isReadable(popup) })
    const { at } = attempt.watch
    if (at === 'provider' && before !== at) told.onWait({ provider: attempt.provider, step: 'in-reach' })
    if (at === 'out-of-sight') {
      told.onWait({ provider: attempt.provider, step: 'out-of-reach' })
      return cameBack ? guessCancelled() : undefined
    }
    if (at !== 'closed') return later(lookMilliseconds, () => look(attempt, popup))
    if (before === 'blank') cancelled(attempt.provider, false)
    else later(newsMilliseconds, () => cancelled(attempt.provider, false))
  }
  /**
   * When the popup cannot be observed, a focus on this page for a while means that it was probably closed.
   */
  const guessCancelled = () => {
    const attempt = present
    if (attempt?.watch.at !== 'out-of-sight') return
    later(returnMilliseconds, () => {
      if (present === attempt && cameBack) cancelled(attempt.provider, true)
    })
  }
  const onBlur = () => {
    away = true
    cameBack = false
  }
  const onFocus = () => {
    if (!away) return
    away = false
    cameBack = true
    guessCancelled()
  }
  /** Back from the provider to this page out of the back/forward cache. */
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    settle()
    told.onWait(null)
  }

  const ask = (attempt: Attempt, mode: SocialMode, go: (url: string) => void) => {
    const { provider, flow, abort } = attempt
    told.start({ provider, mode, flow }, abort.signal).then(
      ({ url }) => {
        if (present === attempt) go(url)
      },
      (error: unknown) => {
        if (present !== attempt) return
        attempt.popup?.close()
        giveUp(beginningProblem(provider, error))
      },
    )
  }
  const lead = (attempt: Attempt, popup: Window) => {
    told.onWait({ provider: attempt.provider, step: 'popup' })
    look(attempt, popup)
    ask(attempt, 'popup', (url) => {
      attempt.watch = { at: 'led', sightings: 0 }
      popup.location.replace(url)
    })
  }
  const redirect = (attempt: Attempt) => {
    told.onWait({ provider: attempt.provider, step: 'leaving' })
    ask(attempt, 'redirect', (url) => {
      saveRedirect({ flow: attempt.flow, purpose: told.purpose })
      window.location.assign(url)
    })
  }

  channel?.addEventListener('message', ({ data }) => {
    const message = readSocialMessage(data)
    if (!message) return
    const { provider, flow, result } = message
    if (flow !== latest?.flow || provider !== latest.provider) {
      if (!isAuthCode(result)) told.onElsewhere()
      return
    }
    if (isAuthCode(result)) return giveUp(problemOf(provider, result))
    settle()
    latest = null
    told.onWait({ provider, step: 'finishing' })
    void told.onResult(provider, result).finally(() => told.onWait(null))
  })
  window.addEventListener('blur', onBlur)
  window.addEventListener('focus', onFocus)
  window.addEventListener('pageshow', onPageShow)

  return {
    /**
     * Must run inside the click, or the browser blocks the popup. Does nothing while a sign-in is in
     * progress.
     */
    begin: (provider: SocialProvider) => {
      if (present) return
      const asPopup = opensPopups()
      const popup = asPopup ? openSocialPopup(`Sign in with ${providerNames[provider]}`) : null
      away = false
      cameBack = false
      present = {
        provider,
        flow: randomId(),
        abort: new AbortController(),
        popup,
        watch: { at: 'blank' },
      }
      latest = present
      const attempt = present
      if (popup) return lead(attempt, popup)
      if (!asPopup) return redirect(attempt)
      told.onWait({ provider, step: 'blocked' })
      told.onProblem(blockedProblem)
      later(blockedMilliseconds, () => redirect(attempt))
    },
    show: () => present?.popup?.focus(),
    /** Skips the wait when the popup was blocked. */
    goOn: () => {
      const attempt = present
      if (!attempt) return
      for (const timer of timers) window.clearTimeout(timer)
      redirect(attempt)
    },
    cancel: () => {
      if (!present) return
      const { popup, provider } = present
      if (popup) popup.close()
      else window.stop()
      cancelled(provider, true)
    },
    stop: () => {
      present?.popup?.close()
      settle()
      channel?.close()
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('pageshow', onPageShow)
    },
  }
}

export type SocialFlows = ReturnType<typeof createSocialFlows>
