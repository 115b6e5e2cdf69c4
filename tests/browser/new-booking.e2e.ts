import type { Page } from '@playwright/test'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type Shown = { shop: Person; shopId: number; day: string }

/** An open shop, and a weekday to come. */
async function withShop(product: BrowserProduct, run: (shown: Shown) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) < 5) ?? ''
    await run({ shop, shopId, day })
  })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New booking' })
const jobOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`, ${name}, `) })

/** Chooses the car that every package fits under a condition. */
async function chooseCar(page: Page): Promise<void> {
  await dialog(page).getByLabel('Year').selectOption('2013')
  await dialog(page).getByLabel('Make').selectOption('BMW')
  await dialog(page).getByLabel('Model').selectOption('X5')
}

test('a caller is booked with keys alone, and stands on the board @desktop', async ({ page, product }) => {
  await withShop(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(page.getByRole('grid')).toBeVisible()
    await page.locator('body').press('n')
    await expect(dialog(page).getByLabel('Phone')).toBeFocused()
    const { keyboard } = page
    await keyboard.type('6265550188')
    await keyboard.press('Tab')
    await keyboard.type('Kay Board')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    for (const typed of ['2013', 'BMW', 'X5']) {
      await keyboard.type(typed)
      await keyboard.press('Tab')
    }
    // Past the VIN, to the packages.
    await keyboard.press('Tab')
    await expect(dialog(page).getByText('Fits, with a condition').first()).toBeVisible()
    await keyboard.press('Space')
    await expect(dialog(page).getByRole('radio', { name: /Smart Connect Essential/ })).toBeChecked()
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await expect(dialog(page).getByRole('checkbox')).toBeChecked()
    await keyboard.press('Tab')
    const [year = '', month = '', date = ''] = day.split('-')
    await keyboard.type(`${month}${date}${year}`)
    await expect(dialog(page).getByLabel('Date')).toHaveValue(day)
    await dialog(page).getByLabel('Time').focus()
    await keyboard.type('0715AM')
    await expect(dialog(page).getByText('That’s outside your hours')).toBeVisible()
    await keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('The customer pays at the shop.')).toBeVisible()
    await expect(jobOf(page, 'Kay Board')).toBeVisible()
    await expect(jobOf(page, 'Kay Board')).toHaveAccessibleName(/, booked, pays at the shop/)
  })
})

test('a click into a free hour books there, and a known customer fills the form in @desktop', async ({
  page,
  product,
}) => {
  await withShop(product, async ({ shop, shopId, day }) => {
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Known' })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await page.getByRole('gridcell', { name: 'Bay 1, 1:00 PM, free' }).click()
    await expect(dialog(page).getByLabel('Date')).toHaveValue(day)
    await expect(dialog(page).getByLabel('Time')).toHaveValue('13:00')
    await dialog(page).getByLabel('Name').pressSequentially('Robin Kn')
    await expect(dialog(page).getByRole('button', { name: /Robin Known/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Robin Known')
    await dialog(page).getByRole('button', { name: '2013 BMW X5' }).click()
    await dialog(page)
      .getByRole('radio', { name: /Smart Connect Premium/ })
      .check()
    await dialog(page).getByRole('checkbox').check()
    // A known email makes the link the usual way.
    await expect(dialog(page).getByRole('radio', { name: /Send a link/ })).toBeChecked()
    await expectSoundInBothLights(page, 'a new booking')
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByText('The customer gets a link to add a card.')).toBeVisible()
    await expect(jobOf(page, 'Robin Known')).toHaveCount(2)
    await expect(jobOf(page, 'Robin Known').last()).toContainText('No card yet')
  })
})

test('a missing part is named at its field, and Escape loses nothing', async ({ page, product }) => {
  await withShop(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await page.getByRole('button', { name: 'New booking' }).click()
    await dialog(page).getByLabel('Name').fill('Casey Caller')
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog(page).getByText('Choose year, make and model.')).toBeVisible()
    await expect(dialog(page).getByText('Choose a package.')).toBeVisible()
    await expect(dialog(page).getByText('Choose a date and a time.')).toBeVisible()
    await expect(dialog(page).getByLabel('Phone')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'New booking' }).click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Casey Caller')
    await expectSoundInBothLights(page, 'a new booking with one name')
  })
})

test('a walk-in is booked now, and pays in cash at the end', async ({ page, product }) => {
  await withShop(product, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=board')
    await page.getByRole('button', { name: 'New booking' }).click()
    await dialog(page).getByLabel('Phone').fill('(626) 555-0177')
    await dialog(page).getByLabel('Name').fill('Walt Kinney')
    await chooseCar(page)
    await dialog(page)
      .getByRole('radio', { name: /Smart Connect Essential/ })
      .check()
    await dialog(page).getByRole('checkbox').check()
    await dialog(page).getByRole('button', { name: 'Now' }).click()
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByText('The customer pays at the shop.')).toBeVisible()
    await jobOf(page, 'Walt Kinney').click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await expect(details.getByText('The customer pays at the shop. No card is held.')).toBeVisible()
    await details.getByRole('button', { name: 'Take payment' }).click()
    const payment = page.getByRole('dialog', { name: 'Take payment of $499' })
    await payment.getByRole('button', { name: 'Record payment' }).click()
    await expect(payment.getByText('Choose how the customer paid.')).toBeVisible()
    await payment.getByRole('radio', { name: 'Cash' }).check()
    await expectSoundInBothLights(page, 'a payment at the shop')
    await payment.getByRole('button', { name: 'Record payment' }).click()
    await expect(details.getByText('Paid in cash')).toBeVisible()
    await expect(details.getByText('$499 paid at the shop')).toBeVisible()
  })
})

test('a package that was chosen before its verdict was known gets it, and the reason is asked for @desktop', async ({
  page,
  product,
}) => {
  await withShop(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${addDays(day, 1)}`)
    await page.getByRole('button', { name: 'New booking' }).click()
    const held = Promise.withResolvers<undefined>()
    await page.route('**/api/fitment**', async (route) => {
      await held.promise
      await route.continue()
    })
    await dialog(page).getByLabel('Year').selectOption('2021')
    await dialog(page).getByLabel('Make').selectOption('BMW')
    await dialog(page).getByLabel('Model').selectOption('X5')
    await dialog(page)
      .getByRole('radio', { name: /Ultra Connect Pro/ })
      .check()
    await expect(dialog(page).getByText('Doesn’t fit')).toHaveCount(0)
    held.resolve(undefined)
    await expect(dialog(page).getByLabel('Why it can be installed anyway')).toBeVisible()
  })
})

test('a car that no package fits is booked with a reason alone @desktop', async ({ page, product }) => {
  await withShop(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${addDays(day, 1)}`)
    await page.getByRole('button', { name: 'New booking' }).click()
    await dialog(page).getByLabel('Phone').fill('(626) 555-0166')
    await dialog(page).getByLabel('Name').fill('Olga Override')
    await dialog(page).getByLabel('Year').selectOption('2021')
    await dialog(page).getByLabel('Make').selectOption('BMW')
    await dialog(page).getByLabel('Model').selectOption('X5')
    await dialog(page)
      .getByRole('radio', { name: /Ultra Connect Pro/ })
      .check()
    await dialog(page).getByLabel('Date').fill(addDays(day, 1))
    await dialog(page).getByLabel('Time').fill('09:00')
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog(page).getByText('Say why this package can be installed anyway.')).toBeVisible()
    await dialog(page).getByLabel('Why it can be installed anyway').fill('The radio was replaced')
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(jobOf(page, 'Olga Override')).toBeVisible()
  })
})
