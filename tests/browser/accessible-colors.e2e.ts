import type { Locator } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  dateRadios,
  signUp,
  timeRadios,
} from './customer-journey.ts'
import { enter, signInAdministrator } from './shop-people.ts'

/** The background of an element; of a hidden control, that of its visible stand-in. */
function groundOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const drawn = element.matches('[role=switch]')
      ? element.nextElementSibling
      : element.matches('input')
        ? element.closest('label')
        : element
    return drawn ? getComputedStyle(drawn).backgroundColor : 'nothing'
  })
}

test('with forced colors, selected items and buttons are distinguishable @desktop', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await signUp(page)
  await chooseVehicle(page)
  await choosePackage(page)
  await chooseFreeTime(page)
  for (const radios of [dateRadios(page), timeRadios(page)]) {
    const chosen = radios.and(page.locator(':checked'))
    const other = radios.and(page.locator(':not(:checked)')).first()
    expect(await groundOf(chosen)).not.toBe(await groundOf(other))
  }
  const confirm = page.getByRole('button', { name: 'Confirm Appointment' }).first()
  await expect(confirm).toHaveCSS('border-top-style', 'solid')
  await expect(confirm).toHaveCSS('border-top-width', '1px')

  await enter(page, product, await signInAdministrator(product), '/admin?view=board')
  const views = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link')
  expect(await groundOf(views.filter({ hasText: 'Board' }))).not.toBe(
    await groundOf(views.filter({ hasText: 'Overview' })),
  )
  const day = page.getByRole('radio', { name: 'Day' })
  await expect(day).toBeChecked()
  expect(await groundOf(day)).not.toBe(await groundOf(page.getByRole('radio', { name: 'Week' })))
  await page.goto('/admin?view=shop&shop=5')
  const switches = page.getByRole('switch')
  expect(await groundOf(switches.first())).not.toBe(await groundOf(switches.last()))
})
