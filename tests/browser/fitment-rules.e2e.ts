import type { Page } from '@playwright/test'
import type { FitmentDataReply } from '../../contract/fitment/changed-data.ts'
import { expect, testWithOwnProduct, type BrowserProduct } from '../support/product-fixture.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSound, expectSoundInBothLights } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import { signInAsStaff } from './staff-journey.ts'

const test = testWithOwnProduct()

const carAddress = (year: number, make: string, model: string) =>
  `/admin?view=fitment&${new URLSearchParams({ make, model, year: String(year) }).toString()}`

async function openCar(page: Page, year: number, make: string, model: string): Promise<void> {
  await page.goto(carAddress(year, make, model))
  await expect(page.getByRole('heading', { name: `${year} ${make} ${model}` })).toBeVisible()
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const unitOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Changes the condition of the first package for a head unit, without saving it. */
async function editCondition(page: Page, unit: string, text: string): Promise<void> {
  await unitOf(page, unit)
    .getByRole('button', { name: /^Edit the rule/ })
    .first()
    .click()
  await dialogOf(page).getByLabel('Condition').fill(text)
  await dialogOf(page).getByRole('button', { name: 'Keep change' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(unitOf(page, unit)).toContainText('Unsaved')
}

/** Saves a change of another administrator over the API: a shop note of the car's generation. */
async function changeElsewhere(product: BrowserProduct, generationId: string, shopNote: string) {
  const admin = await signInAdministrator(product)
  const { version, data } = (await admin.get('/api/admin/fitment')).body as FitmentDataReply
  const generation = data.generations.find(({ id }) => id === generationId)
  const isOwn = (row: { generationId: string }) => row.generationId === generationId
  const change = {
    kind: 'generation',
    generation: { ...generation, shopNote },
    headUnits: data.headUnits.filter(isOwn),
    rules: data.rules.filter(isOwn),
  }
  const answer = await admin.post('/api/admin/fitment/versions', {
    baseVersion: version,
    change,
    reason: 'Meanwhile, elsewhere',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

test('the matrix shows each car by outcome, for keyboard and eyes, and opens a car', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin?view=fitment')
  await expect(page.getByText('Not yet checked by a fitter', { exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: /outcome for each car/ })
  await expect(table.getByRole('link')).toHaveCount(340)
  await expect(page.getByRole('list', { name: 'Legend: 340 cars' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Data check' })).toContainText('3 warnings')
  await expectSoundInBothLights(page, 'the fitment matrix')

  await page.getByRole('button', { name: /^Never sold 20/ }).click()
  await expect(page.getByRole('button', { name: /^Never sold 20/ })).toHaveAttribute('aria-pressed', 'true')
  await table.getByRole('link', { name: /^2010 BMW 3 Series/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(table.getByRole('link', { name: /^2011 BMW 5 Series/ })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('radio', { name: 'Package 2' })).toBeChecked()
  await expect(table.getByRole('link', { name: /^2011 BMW 5 Series/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2011 BMW 5 Series' })).toBeFocused()
  await page.getByRole('link', { name: 'All cars' }).click()
  await expect(table.getByRole('link', { name: /^2011 BMW 5 Series/ })).toBeFocused()
})

test('a car shows its rules, and its questions can be tried', async ({ page }) => {
  await signInAsStaff(page)
  await openCar(page, 2012, 'Lexus', 'RX')
  const trial = page.getByRole('region', { name: 'What the customer sees' })
  await expect(trial.getByRole('listitem').first()).toContainText('Needs a photo')
  await trial.getByRole('button', { name: 'A handle like a mouse' }).click()
  await expect(trial.getByRole('listitem').first()).toContainText('Fits')
  await expect(trial).toContainText('How do you control your Lexus’s screen? A handle like a mouse')
  await trial.getByRole('button', { name: 'Start over' }).click()
  await expect(trial.getByRole('listitem').first()).toContainText('Needs a photo')
  const card = page.getByRole('region', { name: /^Lexus RX/ }).first()
  await expect(card).toContainText('Not yet checked by a fitter')
  await expect(card).toContainText('Medium confidence')
  await card
    .getByText(/^\d+ sources?/)
    .first()
    .click()
  await expectSoundInBothLights(page, 'a car with its rules')

  await card.getByRole('button', { name: 'Mark as checked' }).click()
  await dialogOf(page).getByLabel('Day of the check').fill('2090-01-01')
  await dialogOf(page).getByRole('button', { name: 'Mark as checked' }).click()
  await expect(dialogOf(page)).toContainText('The day of the check is in the future')
  await dialogOf(page).getByLabel('Day of the check').fill('2026-11-02')
  await expectSound(page, 'the dialog of a check')
  await dialogOf(page).getByRole('button', { name: 'Mark as checked' }).click()
  await expect(card).toContainText('Checked by a fitter on Nov 2, 2026')
  await dismissToast(page)
  await page.getByRole('link', { name: 'All cars' }).click()
  await expect(page.getByText(/^1 of \d+ generations is checked by a fitter/)).toBeVisible()
})

test('a rule is edited, previewed, saved with a reason, and stands in the history', async ({ page }) => {
  await signInAsStaff(page)
  await openCar(page, 2013, 'BMW', 'X5')
  await unitOf(page, 'CIC')
    .getByRole('button', { name: /^Edit the rule/ })
    .first()
    .click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Condition').fill('')
  await dialog.getByLabel('Extra minutes').fill('half an hour')
  await dialog.getByRole('button', { name: 'Keep change' }).click()
  await expect(dialog).toContainText('Please enter the condition that the customer accepts')
  await expect(dialog).toContainText('Please enter 0 to 480 minutes')
  await expect(dialog.getByLabel('Condition')).toBeFocused()
  await expectSoundInBothLights(page, 'the form of a rule')
  await dialog.getByLabel('Condition').fill('My car has an AUX socket in the armrest.')
  await dialog.getByLabel('Extra minutes').fill('30')
  await dialog.getByRole('button', { name: 'Keep change' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 unsaved change')
  await expect(page.getByRole('region', { name: 'What the customer sees' })).toContainText('armrest')

  // A reload loses nothing.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 unsaved change')
  await page.getByRole('button', { name: 'Preview and save' }).click()
  await expect(dialog).toContainText(/Changes \d+ verdicts?\./)
  await expect(dialog).toContainText('Booked appointments keep the verdict')
  await expect(dialog).toContainText('Extra minutes')
  await expectSoundInBothLights(page, 'the preview of a change')
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByLabel('Reason').fill('Measured in the shop')

  // Without a connection the form stays as it is.
  await page.route('**/api/admin/fitment/versions', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No connection')
  await page.unroute('**/api/admin/fitment/versions')
  await dialog.getByRole('button', { name: 'Save new version' }).dblclick()
  await expect(page.getByText('Fitment data saved', { exact: true })).toBeVisible()
  await dismissToast(page)
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await page.getByRole('link', { name: 'All cars' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Measured in the shop')
  await history.getByText('1 change', { exact: true }).first().click()
  await expect(history).toContainText('Smart Connect Essential: BMW X5 E70, CIC')
  await expectSound(page, 'the history of the data')
})

test('a change of an older version is kept, compared and saved @desktop', async ({ page, product }) => {
  await signInAsStaff(page)
  await openCar(page, 2012, 'BMW', 'X5')
  await editCondition(page, 'CIC', 'My car has an AUX socket in the glove box.')
  await page.getByRole('button', { name: 'Preview and save' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(/Changes \d+ verdicts?\./)
  await dialog.getByLabel('Reason').fill('Seen on two cars')
  await changeElsewhere(product, 'lexus-gx-j250', 'Mind the clips')
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(dialog).toContainText('was saved in the meantime')
  await expect(dialog).toContainText('Meanwhile, elsewhere')
  await expectSoundInBothLights(page, 'a change of an older version')
  await dialog.getByRole('button', { name: /^Compare with version/ }).click()
  await expect(dialog).toContainText(/Changes \d+ verdicts?\./)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Seen on two cars')
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(page.getByText('Fitment data saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What the customer sees' })).toContainText('glove box')
})

test('an error of the data is told before saving, and changes can be discarded @desktop', async ({
  page,
}) => {
  await signInAsStaff(page)
  await openCar(page, 2011, 'BMW', 'X5')
  await unitOf(page, 'CIC')
    .getByRole('button', { name: /^Edit the rule/ })
    .first()
    .click()
  await dialogOf(page).getByLabel('Package').selectOption('2')
  await dialogOf(page).getByRole('button', { name: 'Keep change' }).click()
  await page.getByRole('button', { name: 'Preview and save' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('for the same case')
  await expect(dialogOf(page).getByRole('button', { name: 'Save new version' })).toBeDisabled()
  await expectSound(page, 'a change with an error')
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

test('files are exported, and imported with a preview or refused with a sentence @desktop', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.goto('/admin?view=fitment')
  const input = page.getByLabel('File to import')
  const choose = (name: string, text: string) =>
    input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('notes.csv', 'Rule,Car\n')
  await expect(page.getByRole('alert')).toContainText('This CSV has other columns.')
  await choose('data.json', '{"generations": 1}')
  await expect(page.getByRole('alert')).toContainText('This file isn’t in the export format.')
  await choose('large.json', `{"a": "${'a'.repeat(2 * 1024 * 1024)}"}`)
  await expect(page.getByRole('alert')).toContainText('An import takes 2 MB at most.')

  const csv = await (await page.request.get('/api/admin/fitment/rules.csv')).text()
  await choose('fitment-rules.csv', csv)
  await expect(dialogOf(page)).toContainText('No differences from the current data.')
  await expect(dialogOf(page).getByRole('button', { name: 'Save new version' })).toBeDisabled()
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()

  const json = (await (await page.request.get('/api/admin/fitment/data.json')).json()) as {
    generations: { id: string; model: string; yearFrom: number }[]
  }
  const generations = json.generations.filter(({ model }) => model !== 'GX')
  const without = { ...json, generations }
  await choose('broken.json', JSON.stringify(without))
  await expect(dialogOf(page).getByRole('alert')).toContainText('unknown generation')
  await expectSoundInBothLights(page, 'the preview of an import')
})

test('the tab tells what cannot be loaded, and loads it again @desktop', async ({ page }) => {
  await signInAsStaff(page)
  await page.route('**/api/admin/fitment', (route) => route.abort())
  await page.goto('/admin?view=fitment')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectSound(page, 'fitment data that could not be loaded')
  await page.unroute('**/api/admin/fitment')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: /outcome for each car/ })).toBeVisible()
  await page.goto(carAddress(1999, 'BMW', 'X5'))
  await expect(page.getByText(/^No generation covers the 1999 BMW X5/)).toBeVisible()
})
