import { expect, test } from '../support/product-fixture.ts'
import { chooseVehicle, signUp } from './customer-journey.ts'

test('a package’s picture opens in a window of its own, at most 1200x800 and 80 % of the screen @whole-phone', async ({
  page,
}) => {
  await signUp(page)
  await chooseVehicle(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open a large picture of Ultra Connect Pro' }).click()
  const picture = await opened
  await expect.poll(() => picture.url()).toMatch(/\/pictures\/.+\.svg$/)
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
})

test('a large picture is whole in a window of another shape, with one color around it @desktop', async ({
  page,
}) => {
  for (const [width, height] of [
    [1152, 720],
    [390, 844],
  ] as const)
    for (const name of ['smart-connect-essential', 'smart-connect-premium', 'ultra-connect-pro']) {
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
