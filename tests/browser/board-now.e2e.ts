import type { Board } from '../../contract/admin/board.ts'
import { wallTimeOf } from '../../contract/time.ts'
import { expect, test } from '../support/product-fixture.ts'
import { send } from '../support/people.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { bookableDays, bookAt, enter, shopZone, withOpenShop } from './shop-people.ts'

test('on a phone the list of today opens at the present @phone', async ({ page, product }) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    await bookAt(product, { shopId, date: `${day} 09:00` })
    const sample = (await shop.get(`/api/admin/board?shopId=${shopId}&from=${day}`)).body as Board
    const { body } = await send(product, 'GET', '/api/config')
    const now = wallTimeOf(Date.parse(body.now), shopZone)
    // Eight jobs that are over, and one that runs: the present cannot be booked at any hour of a test.
    await page.route(/\/api\/admin\/board/, async (route) => {
      const board = (await (await route.fetch()).json()) as Board
      const jobs = Array.from({ length: 9 }, (_, index) => ({
        ...sample.jobs[0],
        appointmentId: `job ${index}`,
        day: now.day,
        startMinutes: index < 8 ? 0 : now.minutes,
        endMinutes: index < 8 ? now.minutes : now.minutes + 60,
        customerName: index < 8 ? `Over ${index}` : 'Robin Running',
      }))
      await route.fulfill({ json: { ...board, jobs } })
    })
    await enter(page, product, shop, '/admin?view=board')
    const present = page.getByRole('listitem').filter({ hasText: /^Now, \d+:\d\d [AP]M$/ })
    await expect(page.getByRole('button', { name: /Robin Running/ })).toBeInViewport()
    await expect(present).toBeInViewport()
    await expect(page.getByRole('button', { name: /Over 0/ })).not.toBeInViewport()
    await expectSoundInBothLights(page, 'the list of today')
  })
})
