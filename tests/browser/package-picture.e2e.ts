import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { confirmVehicle, fillVehicle, signUp } from './customer-journey.ts'

/** A signed-in customer at the packages for a Lexus. */
async function seePackagesForLexus(page: Page): Promise<void> {
  await signUp(page)
  await fillVehicle(page)
  await page.getByLabel('Vehicle Make').selectOption('Lexus')
  await page.getByLabel('Vehicle Model').selectOption('RX')
  await confirmVehicle(page)
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
}

test('a Lexus owner sees a Lexus dashboard after and before, by keyboard, and nothing moves @whole-desktop', async ({
  page,
}) => {
  await seePackagesForLexus(page)
  const card = page.getByRole('article', { name: 'Ultra Connect Pro' })
  const large = card.getByRole('button', { name: 'Open a large picture of Ultra Connect Pro in your Lexus' })
  await expect(large.locator('img')).toHaveAttribute('src', '/pictures/dashboards/lexus-pro.svg')
  const heightBefore = (await card.boundingBox())?.height
  await card.getByRole('radio', { name: 'After' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(card.getByRole('radio', { name: 'Before' })).toBeChecked()
  const shown = card
    .getByRole('button', { name: 'Open a large picture of your Lexus before the installation' })
    .locator('img')
  await expect(shown.last()).toHaveAttribute('src', '/pictures/dashboards/lexus-before.svg')
  await expect(shown.last()).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(heightBefore)
})

test('a package’s picture opens in a window of its own, at most 1200x800 and 80 % of the screen @whole-phone', async ({
  page,
}) => {
  await seePackagesForLexus(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open a large picture of Ultra Connect Pro' }).click()
  const picture = await opened
  await expect(picture.getByRole('heading', { name: 'Ultra Connect Pro in your Lexus' })).toBeVisible()
  await expect(picture.getByRole('img', { name: 'Lexus dashboard with Ultra Connect Pro' })).toBeVisible()
  await picture.getByRole('radio', { name: 'Before' }).check()
  await expect(
    picture.getByRole('img', { name: 'Lexus dashboard with the screen from the factory' }),
  ).toBeVisible()
  const closed = picture.waitForEvent('close')
  // The window may be gone before the click is reported.
  await picture
    .getByRole('button', { name: 'Close' })
    .click()
    .catch((error: Error) => expect(error.message).toContain('closed'))
  await closed
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
})

test('the large picture fills a popup and a phone, dark to the edges, with its title and a way back @desktop', async ({
  page,
}) => {
  for (const [width, height] of [
    [1152, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/picture?package=2&make=Audi&view=after')
    const picture = page.getByRole('img', { name: 'Audi dashboard with Smart Connect Premium' })
    await expect(picture).toHaveJSProperty('complete', true)
    for (const part of [
      picture,
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Close' }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    const { isScrolling, ground } = await page.evaluate(() => ({
      isScrolling: document.documentElement.scrollHeight > innerHeight,
      ground: [1, innerWidth - 1].map((x) => {
        let at = document.elementFromPoint(x, innerHeight - 1)
        while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement
        return at?.className.includes('always-dark')
      }),
    }))
    expect({ isScrolling, ground }).toEqual({ isScrolling: false, ground: [true, true] })
  }
  await page.goto('/picture?package=99&make=Audi')
  await expect(page.getByText('We couldn’t find this picture.')).toBeVisible()
})

test('a large picture is whole in a window of another shape, with one color around it @desktop', async ({
  page,
}) => {
  for (const [width, height] of [
    [1152, 720],
    [390, 844],
  ] as const)
    for (const name of [
      'smart-connect-essential',
      'smart-connect-premium',
      'ultra-connect-pro',
      'dashboards/lexus-pro',
    ]) {
      await page.setViewportSize({ width, height })
      await page.goto(`/pictures/${name}.svg`)
      // Beside the frame of the drawing nothing of it can be hit.
      const hit = await page.evaluate(() => {
        const frame = (document.documentElement as unknown as SVGSVGElement).getScreenCTM()
        if (!frame) return ['no frame']
        const { a: scale, e: left, f: top } = frame
        const beside = left > 1 ? [1, innerWidth - 1] : [innerWidth / 2]
        const above =
          top > 1 ? [1, innerHeight - 1] : Array.from({ length: 40 }, (_, at) => (at * innerHeight) / 40 + 1)
        return beside.flatMap((x) =>
          above.map((y) => document.elementFromPoint(x, y)?.id ?? `none at ${scale}`),
        )
      })
      expect(new Set(hit), `${name} at ${width}`).toEqual(new Set(['around']))
    }
})
