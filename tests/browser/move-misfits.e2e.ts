import { expect, test } from '../support/product-fixture.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

test('jobs of a bay out of use move to the nearest free time, two presses each @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Broken Lift' }, async ({ shop, shopId }) => {
    const days = (await bookableDays(product)).slice(0, 2)
    for (const [index, day] of days.entries())
      await bookAt(product, { shopId, date: `${day} 09:00`, name: `Job ${index}` })
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'By the door' })
    const { bays } = (await shop.get(`/api/admin/shops/${shopId}`)).body
    expect((await shop.patch(`/api/admin/shops/${shopId}/bays/${bays[0].id}`, { inUse: false })).status).toBe(
      200,
    )
    await enter(page, product, shop, `/admin?view=shop`)
    const misfits = page.getByRole('region', { name: '2 appointments no longer fit your bays.' })
    const move = (name: string) => page.getByRole('button', { name: `Move ${name}` })
    await expect(misfits.getByRole('listitem')).toHaveCount(2)
    const link = page.getByRole('link', { name: 'Move them' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(move('Job 0')).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move appointment' })
    await expect(dialog).toContainText('This is the nearest free time for the appointment.')
    await expect(dialog.getByLabel('Bay')).toHaveValue(String(bays[1].id))
    await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('09:00')
    await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeFocused()
    await expectSoundInBothLights(page, 'a proposed move')
    await page.keyboard.press('Enter')
    await expect(move('Job 1')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('All appointments fit your hours and bays.')).toBeFocused()
    const board = (await shop.get(`/api/admin/board?shopId=${shopId}&from=${days[0]}&days=7`)).body
    expect(
      board.jobs.map(({ bayId, startMinutes }: Record<string, number>) => [bayId, startMinutes]),
    ).toEqual([
      [bays[1].id, 540],
      [bays[1].id, 540],
    ])
  })
})
