import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import { chooseFreeTime, choosePackage, chooseVehicle } from './customer-journey.ts'

/** Records in every page each animation longer than a frame, including its delay. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const slow: string[] = []
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        if (Number(endTime) > 1000 / 60) slow.push(`${animation.constructor.name} ${String(endTime)} ms`)
      }
      return slow
    }
    Object.assign(window, { slowMotions: look })
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, look, true)
  })
  return () => page.evaluate(() => (window as unknown as { slowMotions: () => string[] }).slowMotions())
}

test('with reduced motion nothing moves in a dialog, a toast, a booking step or a selection @desktop', async ({
  page,
  product,
}) => {
  const seen = await watchMotion(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signUpBooked(page, product)
  const ask = page.getByRole('button', { name: 'Cancel Appointment' })
  await ask.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // Control: proves that motion would have been found.
  await expect.poll(seen).not.toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await ask.click()
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await chooseVehicle(page)
  await choosePackage(page)
  await chooseFreeTime(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const smooth = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).scrollBehavior !== 'auto')
      .map(({ className }) => className),
  )
  expect(smooth).toEqual([])
  expect(await seen()).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect(await seen()).toEqual([])
})
