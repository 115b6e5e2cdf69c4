import type { Page } from '@playwright/test'

type Watched = Window & { longestMs: number }
/** Answers the longest event since the last call, from the press to the next paint, in milliseconds. */
type TakeLongest = () => Promise<number>

/** Watches the page's events: https://web.dev/articles/inp */
export async function watchPresses(page: Page): Promise<TakeLongest> {
  await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.longestMs = 0
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId !== 0) watched.longestMs = Math.max(watched.longestMs, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  return () =>
    page.evaluate(async () => {
      // The entry of a press follows its paint.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const watched = window as unknown as Watched
      const { longestMs } = watched
      watched.longestMs = 0
      return longestMs
    })
}

/** Goes from the vehicle to the payment form and adds the milliseconds of each press to its name's. */
export async function walkThroughBooking(
  page: Page,
  takeLongest: TakeLongest,
  pressMs: Map<string, number[]>,
) {
  const press = async (name: string, act: () => Promise<void>): Promise<void> => {
    // A press meets an idle page, as a person's does.
    await page.waitForLoadState('networkidle')
    await act()
    pressMs.set(name, [...(pressMs.get(name) ?? []), await takeLongest()])
  }
  for (const [label, typed] of [
    ['Year', '2021'],
    ['Make', 'Au'],
    ['Model', 'Q5'],
  ] as const) {
    const select = page.getByLabel(`Vehicle ${label}`)
    await select.focus()
    await press(label, () => select.pressSequentially(typed))
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const radios = (group: string) => page.getByRole('group', { name: group })
  await press('to packages', () => button('Continue to Package Selection').tap())
  await press('to times', () => button(/^Select Package/).tap())
  await press('a day', () =>
    radios('Date')
      .getByRole('radio', { name: / left$/ })
      .last()
      .tap(),
  )
  const times = radios('Select a Time Slot').getByRole('radio', { disabled: false })
  await press('a time', () => times.first().tap())
  await press('to payment', () => button('Confirm Appointment').tap())
  await page.getByRole('heading', { name: 'Secure Your Appointment' }).waitFor()
}
