import { expect, test } from '../support/product-fixture.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { enter, withOpenShop } from './shop-people.ts'

test('an owner makes, replaces and ends the link of a calendar', async ({ page, product, request }) => {
  await withOpenShop(product, {}, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=shop#calendar')
    const section = page.getByRole('region', { name: 'Your calendar' })
    await section.getByRole('button', { name: /Create link.*All jobs of the shop/ }).click()
    const link = section.getByLabel('Secret link')
    await expect(link).toHaveValue(/\/api\/calendar\/[\w-]{43}\.ics$/)
    await expect(section.getByText('Not read by a calendar yet.')).toBeVisible()
    await expectSoundInBothLights(page, 'a new calendar link')
    const path = new URL(await link.inputValue()).pathname
    expect((await request.get(path)).status()).toBe(200)
    await section.getByRole('button', { name: 'Replace link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    await expect(link).not.toHaveValue(new RegExp(path))
    expect((await request.get(path)).status()).toBe(404)
    await section.getByRole('button', { name: 'End link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await expect(link).toHaveCount(0)
    await expect(section.getByRole('button', { name: /Create link.*All jobs of the shop/ })).toBeVisible()
  })
})
