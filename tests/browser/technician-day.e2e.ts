import { expect, test } from '../support/product-fixture.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import { pressWork } from '../support/work-orders.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { enter } from './shop-people.ts'
import { withWorkingShop } from './working-shop.ts'

test('a technician brings a car from arrival to handover with four presses, and the customer signs @phone', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, technician, jobId }) => {
    await enter(page, product, technician, '/work')
    const job = page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()
    await expect(job.getByRole('button', { name: 'Car arrived' })).toBeVisible()
    await expectSoundInBothLights(page, 'the day of a technician')
    const begun = Date.now()
    await job.getByRole('button', { name: 'Car arrived' }).click()
    await expect(job.getByText('Arrived', { exact: true })).toBeVisible()
    await job.getByRole('button', { name: 'Start work' }).click()
    await job.getByRole('button', { name: 'Work is done' }).click()
    await expect(job.getByText('Ready', { exact: true })).toBeVisible()

    await job.getByLabel('Apple CarPlay connects').check()
    await job.getByLabel('Mileage', { exact: true }).fill('48,250')
    await job.getByRole('button', { name: 'Save' }).click()
    await expect(job.getByText('Mileage: 48,250 mi')).toBeVisible()
    await job.getByText('Photos', { exact: true }).click()
    await job
      .getByLabel('Add photos: After the work')
      .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
    await expect(job.getByRole('img', { name: 'After the work, number 1' })).toBeVisible()
    await job.getByText('Notes', { exact: true }).click()
    await job.getByLabel('Note', { exact: true }).fill('The AUX socket is broken.')
    await job.getByRole('button', { name: 'Add note' }).click()
    await expect(job.getByText('The AUX socket is broken.')).toBeVisible()

    await job.getByRole('button', { name: 'Have the customer sign' }).click()
    const paper = page.getByRole('dialog', { name: 'Please check the work and sign' })
    await paper.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(paper.getByText('Please type your name')).toBeVisible()
    await expect(paper.getByText('Please sign in the box')).toBeVisible()
    await paper.getByLabel('Your name').fill('Casey Rivera')
    const box = await paper.locator('canvas').boundingBox()
    if (!box) throw new Error('There is no box to sign in')
    await page.mouse.move(box.x + 40, box.y + 60)
    await page.mouse.down()
    for (const step of [1, 2, 3, 4])
      await page.mouse.move(box.x + 40 + step * 30, box.y + 60 + (step % 2) * 30)
    await page.mouse.up()
    await paper.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(job.getByRole('img', { name: 'Signature of Casey Rivera' })).toBeVisible()
    await job.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText('Nothing left to do today.')).toBeVisible()
    expect(Date.now() - begun).toBeLessThan(60_000)
    const { workOrder } = (await owner.get(`/api/work/${jobId}`)).body
    expect(workOrder).toMatchObject({ state: 'handed_over', mileage: 48_250, signOff: { signedVia: 'shop' } })
  })
})

test('a press and a tick never show the job as it was before them', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, technician, jobId }) => {
    await enter(page, product, technician, '/work')
    const job = page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()
    await expect(job.getByRole('button', { name: 'Car arrived' })).toBeVisible()
    const seen = await job.evaluateHandle((card) => {
      const texts: string[] = []
      const look = () => {
        const state = /Booked|Arrived|In the bay/.exec(card.textContent)?.[0] ?? ''
        const text = `${state}, ${/Checklist, \d+/.exec(card.textContent)?.[0]}`
        if (texts.at(-1) !== text) texts.push(text)
      }
      look()
      new MutationObserver(look).observe(card, { subtree: true, childList: true, characterData: true })
      return texts
    })
    await job.getByRole('button', { name: 'Car arrived' }).click()
    await job.getByRole('button', { name: 'Start work' }).click()
    await job.getByLabel('Apple CarPlay connects').check()
    const saved = async () => (await owner.get(`/api/work/${jobId}`)).body.workOrder
    await expect.poll(saved).toMatchObject({ state: 'in_bay' })
    await expect(job.getByText('Checklist, 1')).toBeVisible()
    await expect.poll(async () => JSON.stringify((await saved()).checklist)).toContain('"isDone":true')
    await page.waitForTimeout(500)
    const texts = await seen.jsonValue()
    expect(new Set(texts).size).toBe(texts.length)
  })
})

test('a press is undone within ten seconds, and later steps back still work', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, technician, jobId }) => {
    await enter(page, product, technician, '/work')
    const job = page.getByRole('listitem').filter({ hasText: 'Car arrived' })
    const stateOf = async () => (await owner.get(`/api/work/${jobId}`)).body.workOrder.state
    await job.getByRole('button', { name: 'Car arrived' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Car arrived' })).toBeVisible()
    await expect.poll(stateOf).toBe('booked')
    await page.getByRole('button', { name: 'Car arrived' }).click()
    await expect.poll(stateOf).toBe('arrived')
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0, { timeout: 15_000 })
    await page.getByRole('button', { name: 'Go one step back' }).click()
    await expect.poll(stateOf).toBe('booked')
  })
})

test('presses without a connection wait, are sent in order, and a conflict is shown', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, technician, jobId }) => {
    await enter(page, product, technician, '/work')
    await expect(page.getByRole('button', { name: 'Car arrived' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Car arrived' }).click()
    await page.getByRole('button', { name: 'Start work' }).click()
    await expect(page.getByText('Arrived', { exact: true })).toHaveCount(0)
    await expect(page.getByText('In the bay · waiting to be sent')).toBeVisible()
    await expect(page.getByText('No connection. 2 changes wait on this device')).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).toContain('work-queue')
    expect(kept).not.toMatch(/626|Casey/)
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await owner.get(`/api/work/${jobId}`)).body.workOrder.state, { timeout: 20_000 })
      .toBe('in_bay')
    await expect(page.getByText('No connection.')).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('work-queue')

    // A colleague moves it back meanwhile: the kept press contradicts.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Work is done' }).click()
    await expect(page.getByText('Ready · waiting to be sent')).toBeVisible()
    await pressWork(owner, jobId, { event: 'go_back', from: 'in_bay' })
    await page.context().setOffline(false)
    const conflict = page.getByRole('alert').filter({ hasText: 'was not recorded' })
    await expect(conflict).toContainText('has set this job to “Arrived” in the meantime', { timeout: 20_000 })
    await expect(page.getByText('Arrived', { exact: true })).toBeVisible()
    await conflict.getByRole('button', { name: 'Got it' }).click()
    await expect(conflict).toHaveCount(0)
  })
})

test('ticks, notes and the mileage are kept without a connection, and photos say that they were not sent', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, technician, jobId }) => {
    await enter(page, product, technician, '/work')
    const job = page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()
    for (const part of ['Photos', 'Notes']) await job.getByText(part, { exact: true }).click()
    await page.context().setOffline(true)
    await job.getByLabel('Apple CarPlay connects').check()
    await job.getByLabel('Mileage', { exact: true }).fill('48250')
    await job.getByRole('button', { name: 'Save' }).click()
    await job.getByLabel('Note', { exact: true }).fill('The AUX socket is broken.')
    await job.getByRole('button', { name: 'Add note' }).click()
    await job
      .getByLabel('Add photos: After the work')
      .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
    const notSent = job.getByText('No connection. The photo was not sent; choose it again')
    await expect(notSent).toBeVisible()
    await expect(page.getByText('No connection. 3 changes wait on this device')).toBeVisible()
    await expect(job.getByText('Mileage: 48,250 mi')).toBeVisible()
    await expect(job.getByText('waiting to be sent')).toBeVisible()

    await page.context().setOffline(false)
    await expect(notSent).toHaveCount(0)
    await expect(page.getByText('No connection.')).toHaveCount(0, { timeout: 20_000 })
    const { workOrder } = (await owner.get(`/api/work/${jobId}`)).body
    expect(workOrder).toMatchObject({ mileage: 48_250, notes: [{ body: 'The AUX socket is broken.' }] })
    expect(workOrder.checklist.filter(({ isDone }: { isDone: boolean }) => isDone)).toHaveLength(1)
    await expect(job.getByLabel('Apple CarPlay connects')).toBeChecked()
  })
})

test('kept presses and typed text outlive a reload, and leave the phone with the logout', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ technician }) => {
    await enter(page, product, technician, '/work')
    await page.route('**/api/work/*/events', (route) => route.abort())
    await page.getByRole('button', { name: 'Car arrived' }).click()
    const strip = page.getByText('No connection. 1 change waits on this device')
    await expect(strip).toBeVisible()
    await page.getByText('Notes', { exact: true }).click()
    await page.getByLabel('Note', { exact: true }).fill('The AUX socket is broken.')
    await page.reload()
    await expect(strip).toBeVisible()
    await page.getByText('Notes', { exact: true }).click()
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('The AUX socket is broken.')
    const more = page.getByRole('button', { name: 'More' }).filter({ visible: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(product.url)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/work-queue|AUX/)
  })
})

test('the desk is asked to charge at the handover, and prints the work order and the receipt @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, shopId, jobId }) => {
    await enter(page, product, owner, `/admin?shop=${shopId}&appointment=${jobId}`)
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    const work = details.getByRole('region', { name: 'Work', exact: true })
    for (const step of ['Car arrived', 'Start work', 'Work is done'])
      await work.getByRole('button', { name: step }).click()
    await expect(work.getByText('Charge $499 to the Visa ending in 4242?')).toBeVisible()
    await expect(details.getByRole('button', { name: /^(Capture Payment|Mark confirmed)$/ })).toHaveCount(0)
    await expect(details.getByRole('button', { name: 'Move' })).toBeVisible()
    await expect(page.locator('tbody tr').getByText('Ready', { exact: true })).toBeVisible()
    await expectSoundInBothLights(page, 'the details of a ready car')
    await work.getByRole('button', { name: 'Hand over' }).click()
    const question = page.getByRole('dialog', { name: 'Charge $499 to the Visa ending in 4242?' })
    await question.getByRole('button', { name: 'Charge $499 and hand over' }).click()
    await expect(work.getByText('Handed over', { exact: true })).toBeVisible()
    await expect(details.getByRole('region', { name: 'Appointment Status' })).toContainText('Completed')
    await expect(details.getByRole('button', { name: 'Move' })).toHaveCount(0)

    await details.getByRole('button', { name: 'Receipt' }).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt.getByText('Total paid')).toBeVisible()
    await expect(receipt.getByText(/^No\. 1 · /)).toBeVisible()
    const pdf = await page.request.get(`/api/admin/appointments/${jobId}/receipt.pdf`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(receipt.getByText(/hasn’t confirmed this email address/)).toBeVisible()
    await expect(receipt.getByRole('button', { name: 'Email to customer' })).toHaveCount(0)
  })
})

test('the second click of a double click on a step does not press the button in its place @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await enter(page, product, owner, `/admin?appointment=${jobId}`)
    const work = page.getByRole('region', { name: 'Work', exact: true })
    const told = async () =>
      (await owner.get(`/api/admin/appointments/${jobId}`)).body.timeline
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => /^(Car arrived|Moved back|Work )/.test(title))
    await work.getByRole('button', { name: 'Car arrived' }).dblclick()
    await expect(work.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect.poll(told).toEqual(['Car arrived'])
    await work.getByRole('button', { name: 'Undo' }).click()
    await expect(work.getByRole('button', { name: 'Car arrived' })).toBeVisible()
    await expect.poll(told).toEqual(['Car arrived', 'Moved back to “Booked”'])
  })
})
