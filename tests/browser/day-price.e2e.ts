import type { Locator, Page } from '@playwright/test'
import { agreeAtShop, addLine, payAtShop, priceOf, refundPart } from '../support/day-prices.ts'
import { expect, test } from '../support/product-fixture.ts'
import { pressWork, workUntil } from '../support/work-orders.ts'
import { answerBank, paymentsOf } from './booked-customer.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { mailedPage } from './mailed-links.ts'
import { enter } from './shop-people.ts'
import { withWorkingShop, type WorkingShop } from './working-shop.ts'

/** Opens the details of the job, and returns the part with its price. */
async function openPrice(page: Page, jobId: string): Promise<Locator> {
  await page.goto(`/admin?appointment=${jobId}`)
  const price = page.getByRole('region', { name: 'Price and payment', exact: true })
  await expect(price).toBeVisible()
  return price
}

async function add(
  price: Locator,
  kind: 'Part' | 'Labor' | 'Discount',
  words: string,
  amount: string,
): Promise<void> {
  const form = price.getByRole('form', { name: 'Add to the price' })
  if (!(await form.isVisible()))
    await price.getByRole('button', { name: 'Add part, labor or discount' }).click()
  await form.getByRole('radio', { name: kind, exact: true }).check()
  const label = { Part: 'Part', Labor: 'Work', Discount: 'Reason' }[kind]
  await form.getByRole('textbox', { name: label, exact: true }).fill(words)
  await form.getByLabel('Amount in $').fill(amount)
  await form.getByRole('button', { name: `Add ${kind.toLowerCase()}` }).click()
}

async function draw(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no box to sign in')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  for (const step of [1, 2, 3, 4]) await page.mouse.move(box.x + 40 + step * 30, box.y + 60 + (step % 2) * 30)
  await page.mouse.up()
}

test('a desk adds a part, the customer signs for the total, and the card is charged with it', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await enter(page, product, owner, '/admin')
    const price = await openPrice(page, jobId)
    // Before the car is here there is nothing to change, to sign or to take.
    await expect(price.getByText('Mark the car as arrived to change the price')).toBeVisible()
    await expect(price.getByRole('button')).toHaveCount(0)
    await workUntil(owner, jobId, 'arrive')
    await page.reload()
    await expect(price.getByRole('button', { name: 'Sign here' })).toHaveCount(0)
    await expect(price.getByRole('button', { name: 'Ask the customer' })).toHaveCount(0)
    await price.getByRole('button', { name: 'Add part, labor or discount' }).click()
    const form = price.getByRole('form')
    await form.getByRole('button', { name: 'Add part' }).click()
    await expect(form.getByText('Please say what it is')).toBeVisible()
    await expect(form.getByText('Please enter an amount')).toBeVisible()
    for (const [typed, sentence] of [
      ['0', 'at least $0.01'],
      ['-5', 'above $0'],
      ['0.005', 'whole cents'],
      ['5000.01', 'at most $5,000'],
      ['ten', 'in dollars'],
    ] as const) {
      await form.getByLabel('Amount in $').fill(typed)
      await expect(form.getByText(sentence)).toBeVisible()
    }
    expect((await priceOf(owner, jobId)).lines).toEqual([])
    await add(price, 'Part', 'Mounting bracket', '120')
    await expect(price.getByText('The customer agreed to $499. Ask them to agree to $619')).toBeVisible()
    await expectSoundAtEachWidth(page, 'a price that needs the customer')

    await price.getByRole('button', { name: 'Sign here' }).click()
    const paper = page.getByRole('dialog', { name: 'Please check the price and sign' })
    await expect(paper.getByText('I agree to pay a total of $619 for this job.')).toBeVisible()
    await expect(paper.getByText('$120 more is held until then.')).toBeVisible()
    await paper.getByRole('button', { name: 'Agree to $619' }).click()
    await expect(paper.getByText('Please type your name')).toBeVisible()
    await expect(paper.getByText('Please sign in the box')).toBeVisible()
    await paper.getByLabel('Your name').fill('Casey Rivera')
    await draw(page, paper.locator('canvas'))
    await expect(paper.getByRole('button', { name: 'Agree to $619' })).toBeInViewport({ ratio: 1 })
    // A click beside the sheet keeps what was typed and drawn, and Escape asks.
    await page.mouse.click(4, 4)
    await expect(paper).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(paper.getByText('Close without signing? The signature will be lost.')).toBeVisible()
    await expect(paper.getByRole('button', { name: 'Keep signing' })).toBeFocused()
    await paper.getByRole('button', { name: 'Keep signing' }).click()
    await paper.getByRole('button', { name: 'Agree to $619' }).dblclick()
    await expect(paper).toBeHidden()
    await expect(price.getByText('Casey Rivera agreed to $619 at the shop')).toBeVisible()
    await expect(price.getByText('$120 more is held on the Visa ending in 4242.')).toBeVisible()
    await expect(price.getByRole('button', { name: 'Sign here' })).toHaveCount(0)
    await expect(price.getByRole('button', { name: 'Ask the customer' })).toHaveCount(0)

    await pressWork(owner, jobId, { event: 'start', from: 'arrived' })
    await pressWork(owner, jobId, { event: 'finish', from: 'in_bay' })
    await page.reload()
    await expect(page.getByText('Charge $619 to the Visa ending in 4242?')).toBeVisible()
    await page.getByRole('button', { name: 'Charge $619' }).dblclick()
    await expect(page.getByText('Payment Captured', { exact: true })).toBeVisible()
    await expect(price.getByText('Charged to the Visa ending in 4242')).toBeVisible()
    const paid = (await paymentsOf(product, jobId)).map(({ status, amount }) => [status, amount])
    expect(paid).toHaveLength(2)
    expect(paid).toEqual(
      expect.arrayContaining([
        ['succeeded', 12_000],
        ['succeeded', 49_900],
      ]),
    )
  })
})

test('a discount is given with its reason, removed, and brought back @desktop', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await enter(page, product, owner, '/admin')
    const price = await openPrice(page, jobId)
    await add(price, 'Discount', 'Waited an hour', '499')
    await expect(price.getByText('The total must be at least $0.50.')).toBeVisible()
    await add(price, 'Discount', 'Waited an hour', '50')
    await expect(price.getByText('−$50')).toBeVisible()
    await expect(price.getByRole('button', { name: 'Sign here' })).toHaveCount(0)
    await price.getByRole('button', { name: 'Remove Waited an hour' }).click()
    await expect(price.getByText('Removed Waited an hour, $50.')).toBeVisible()
    expect((await priceOf(owner, jobId)).totalCents).toBe(49_900)
    await price.getByRole('button', { name: 'Undo' }).click()
    await expect(price.getByText('−$50')).toBeVisible()
    expect((await priceOf(owner, jobId)).totalCents).toBe(44_900)
    // A paid price can't get its line back.
    await price.getByRole('button', { name: 'Remove Waited an hour' }).click()
    await expect(price.getByText('Removed Waited an hour, $50.')).toBeVisible()
    await owner.post(`/api/admin/appointments/${jobId}/capture`)
    await expect(price.getByText('Charged to the Visa ending in 4242')).toBeVisible()
    await expect(price.getByText('Removed Waited an hour')).toBeHidden()
    await expect(price.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })
})

test('cash pays a part and then all, and the hold is released @desktop', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await enter(page, product, owner, '/admin')
    const price = await openPrice(page, jobId)
    const take = price.getByRole('button', { name: 'Paid at the shop (cash, terminal, other)' })
    await take.click()
    const dialog = page.getByRole('dialog', { name: 'Take payment of $499' })
    await expect(dialog.getByText('The hold of $499 on the card will be released.')).toBeVisible()
    await dialog.getByText('Cash', { exact: true }).click()
    await dialog.getByLabel('Amount in $').fill('499.01')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByText('Please enter an amount of at most $499')).toBeVisible()
    await dialog.getByLabel('Amount in $').fill('100')
    await expect(dialog.getByText('$399 stays due.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Record payment' }).dblclick()
    await expect(price.getByText('Paid in cash')).toBeVisible()
    await expect(price.getByText('Still due')).toBeVisible()
    // Recorded by mistake, and then again.
    await price.getByRole('button', { name: 'Remove: Paid in cash, $100' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the payment of $100?' })
    await expect(question.getByText('$499 is due then.')).toBeVisible()
    await question.getByRole('button', { name: 'Remove payment' }).dblclick()
    await expect(question).toBeHidden()
    await expect(price.getByText('Paid in cash')).toBeHidden()
    expect((await priceOf(owner, jobId)).dueCents).toBe(49_900)
    await take.click()
    await dialog.getByText('Cash', { exact: true }).click()
    await dialog.getByLabel('Amount in $').fill('100')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(price.getByText('Paid in cash')).toBeVisible()
    await take.click()
    const rest = page.getByRole('dialog', { name: 'Take payment of $399' })
    await rest.getByText('Card terminal', { exact: true }).click()
    await rest.getByRole('button', { name: 'Record payment' }).click()
    await expect(price.getByText('Paid with the shop’s terminal')).toBeVisible()
    expect((await paymentsOf(product, jobId)).map(({ status }) => status)).toEqual(['canceled'])
    expect((await priceOf(owner, jobId)).payments.map(({ amountCents }) => amountCents)).toEqual([
      10_000, 39_900,
    ])
  })
})

test('a payment that another desk recorded meanwhile is not recorded twice, and the typed part stays @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await enter(page, product, owner, '/admin')
    const price = await openPrice(page, jobId)
    await price.getByRole('button', { name: 'Paid at the shop (cash, terminal, other)' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take payment of/ })
    await dialog.getByText('Cash', { exact: true }).click()
    await dialog.getByLabel('Amount in $').fill('100')
    await payAtShop(owner, jobId, 10_000)
    // The page behind has caught up, and the dialog keeps to what the person saw.
    await expect(page.getByText('Paid in cash')).toBeVisible()
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByText('$399 is due now, not $499. Nothing was recorded.')).toBeVisible()
    await expect(dialog.getByText('just recorded $100.')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Take payment of $399' })).toBeVisible()
    await expect(dialog.getByLabel('Amount in $')).toHaveValue('100')
    await expect(dialog.getByRole('radio', { name: 'Cash' })).toBeChecked()
    await expectSoundAtEachWidth(page, 'a payment that was recorded meanwhile')
    expect((await priceOf(owner, jobId)).payments).toHaveLength(1)
    await dialog.getByLabel('Amount in $').fill('398.60')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByText('Take the whole amount, or leave more.')).toBeVisible()
    await dialog.getByLabel('Amount in $').fill('100')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog).toBeHidden()
    expect((await priceOf(owner, jobId)).payments).toHaveLength(2)
  })
})

test('a charge takes the amount on its button, or nothing @desktop', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'finish')
    const discount = { kind: 'discount', description: 'Waited an hour', amountCents: 5_000 }
    const { lines } = (await addLine(owner, jobId, discount)).body
    await enter(page, product, owner, '/admin')
    await openPrice(page, jobId)
    // Another person takes the discount out while the button is pressed.
    await page.route(`**/${jobId}/capture`, async (route) => {
      await owner.remove(`/api/admin/appointments/${jobId}/price/lines/${lines[0].id}`)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Charge $449' }).click()
    await expect(page.getByText('changed from $449 to $499. Nothing was charged now.')).toBeVisible()
    await expect(page.getByText('Charge $499 to the Visa ending in 4242?')).toBeVisible()
    expect((await priceOf(owner, jobId)).capturedCents).toBe(0)
    await page.unroute(`**/${jobId}/capture`)
    await page.getByRole('button', { name: 'Hand over' }).click()
    const handOver = page.getByRole('dialog', { name: 'Charge $499 to the Visa ending in 4242?' })
    await page.route(`**/${jobId}/capture`, async (route) => {
      await addLine(owner, jobId, discount)
      await route.continue()
    })
    await handOver.getByRole('button', { name: 'Charge $499 and hand over' }).click()
    const again = page.getByRole('dialog', { name: 'Charge $449 to the Visa ending in 4242?' })
    await expect(again.getByText('changed from $499 to $449.')).toBeVisible()
    await page.unroute(`**/${jobId}/capture`)
    await again.getByRole('button', { name: 'Charge $449 and hand over' }).click()
    await expect.poll(async () => (await priceOf(owner, jobId)).capturedCents).toBe(44_900)
  })
})

test('a part is refunded with its reason, and not twice by two people @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, customer, jobId }) => {
    // The car is still at the shop.
    await workUntil(owner, jobId, 'start')
    await owner.post(`/api/admin/appointments/${jobId}/capture`)
    await enter(page, product, owner, '/admin')
    const price = await openPrice(page, jobId)
    await price.getByRole('button', { name: 'Refund a part' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund a part' })
    await expect(dialog).toContainText(
      'The shop may refund at most $249.50 of the $499. An administrator may refund more.',
    )
    await dialog.getByLabel('Amount in $').fill('300')
    await dialog.getByLabel('Reason').fill('A scratch in the trim')
    await dialog
      .getByRole('button', { name: /^Refund/ })
      .last()
      .click()
    await expect(dialog.getByText('Please enter an amount of at most $249.50')).toBeVisible()
    // Another desk was faster.
    await refundPart(owner, jobId, { amountCents: 2_000, reason: 'Late' })
    await dialog.getByLabel('Amount in $').fill('50')
    await dialog.getByRole('button', { name: 'Refund $50' }).click()
    await expect(dialog.getByText('refunded $20 on')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toHaveValue('A scratch in the trim')
    await dialog.getByRole('button', { name: 'Refund $50' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(price.getByText('A scratch in the trim')).toBeVisible()
    await expect(price.getByText('−$50')).toBeVisible()
    expect((await priceOf(owner, jobId)).refundedCents).toBe(7_000)
    await enter(page, product, customer, '/appointments')
    const own = page.getByRole('list', { name: 'Price' })
    await expect(own).toContainText('Charged to your Visa ending in 4242$499')
    await expect(own).toContainText('Refunded: A scratch in the trim')
    await expect(page.getByRole('article')).toContainText('At the shop')
    await page.getByRole('button', { name: 'View receipt' }).click()
    await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('You paid after refunds$429')
    await page.keyboard.press('Escape')
    await expect(page.getByText(/We refunded \$70 on/)).toBeVisible()
  })
})

/** Lets the shop take tips, adds a part, and mails the customer the link. */
async function ask(product: Parameters<typeof withWorkingShop>[0], shop: WorkingShop): Promise<string> {
  const { owner, shopId, jobId, customer } = shop
  await owner.post(`/api/admin/shops/${shopId}/pricing`, {
    taxRate: 9_750,
    takesTips: true,
    shares: [{ packageId: 1, percent: 60 }],
  })
  await workUntil(owner, jobId, 'arrive')
  await addLine(owner, jobId, { amountCents: 12_000 })
  expect((await owner.post(`/api/admin/appointments/${jobId}/price/ask`)).status).toBe(200)
  return mailedPage(product, customer.email, '/price#')
}

test('a customer agrees by the link with a tip, after the bank asked them', async ({ page, product }) => {
  await withWorkingShop(
    product,
    async (shop) => {
      const link = await ask(product, shop)
      await page.context().clearCookies()
      await page.goto(link)
      await expect(page).toHaveURL(`${product.url}/price`)
      const list = page.getByRole('list', { name: 'Price' })
      await expect(
        page.getByRole('heading', { name: 'You agreed to $499 before. The shop asks for $619 now.' }),
      ).toBeVisible()
      await expect(page.getByText('The shop added Mounting bracket (part, $120).')).toBeVisible()
      await expect(page.getByText('I don’t agree')).toBeVisible()
      await expect(list).toContainText('Mounting bracket')
      await expect(list).toContainText('$619')
      await expect(list).toContainText(/includes \$\d+\.\d\d tax/)
      await expectSoundAtEachWidth(page, 'a price to agree to')
      await page.getByRole('radio', { name: /^10%/ }).check()
      await expect(page.getByText('I agree to pay a total of $680.90 for this job.')).toBeVisible()
      await page.getByRole('radio', { name: 'Other' }).check()
      await page.getByLabel('Tip in $').fill('31')
      const agree = page.getByRole('button', { name: 'Agree to $650' })
      await agree.click()
      await expect(page.getByText('Please type your name')).toBeVisible()
      await page.getByLabel('Your name').fill('Casey Rivera')
      // A reload keeps the tip and the name.
      await page.reload()
      await expect(page.getByLabel('Your name')).toHaveValue('Casey Rivera')
      await expect(page.getByLabel('Tip in $')).toHaveValue('31')
      await page.getByLabel('Last 4 digits').fill('0000')
      await agree.click()
      await expect(page.getByText('Those are not the last 4 digits')).toBeVisible()
      await page.getByLabel('Last 4 digits').fill('0142')
      await agree.click()
      await answerBank(page, 'Fail')
      await expect(page.getByRole('alert')).toHaveText(
        /Nothing more is held\. Try again, or pay at the shop\.$/,
      )
      await expect(page.getByRole('heading', { name: /^You agreed to \$650\./ })).toBeVisible()
      await expect(page.getByText('Another way to pay')).toBeVisible()
      await expect(page.getByText(/Without your agreement|another card|its details/)).toHaveCount(0)
      await agree.click()
      await answerBank(page, 'Complete')
      await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeFocused()
      await expect(page.getByText('You agreed to a total of $650.')).toBeVisible()
      const price = await priceOf(shop.owner, shop.jobId)
      expect(price).toMatchObject({
        agreement: { totalCents: 65_000, via: 'link' },
        extra: { state: 'held', amountCents: 15_100 },
      })
    },
    { card: 'pm_card_authenticationRequired' },
  )
})

test('a link that was opened before the price changed shows the new one and keeps the name @phone', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async (shop) => {
    const link = await ask(product, shop)
    await page.context().clearCookies()
    await page.goto(link)
    await page.getByLabel('Your name').fill('Casey Rivera')
    await page.getByLabel('Last 4 digits').fill('0142')
    await addLine(shop.owner, shop.jobId, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
    await page.getByRole('button', { name: 'Agree to $619' }).click()
    await expect(page.getByText('The price has changed')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Price' })).toContainText('Cable repair')
    await expect(page.getByText('Cable repair (labor, $30)')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Casey Rivera')
    expect((await priceOf(shop.owner, shop.jobId)).agreement).toBeNull()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Agree to $649' }).click()
    await expect(page.getByText('We don’t know yet whether we got it.')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Agree to $649' }).click()
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
    await shop.owner.post(`/api/admin/appointments/${shop.jobId}/capture`)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
    await page.goto(`/price#${link.split('#')[1]?.slice(0, -3)}abc`)
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  })
})

test('a total that the customer has not agreed to is asked for wherever it is charged @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'finish')
    await addLine(owner, jobId, { amountCents: 12_000 })
    await enter(page, product, owner, '/admin?view=today')
    const mark = page.getByText('Price not agreed')
    await expect(mark).toBeVisible()
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Ask customer first' }).click()
    const price = page.getByRole('dialog', { name: 'Price: $619 due' })
    await expect(price.getByRole('button', { name: 'Ask the customer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(price).toBeHidden()
    await page.goto(`/admin?appointment=${jobId}`)
    await expect(page.getByText('The total is more than the customer agreed to.')).toBeVisible()
    await page.getByRole('button', { name: 'Price and payment' }).click()
    const heading = page.getByRole('heading', { name: 'Price and payment' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await page.getByRole('button', { name: 'Hand over' }).click()
    const handOver = page.getByRole('dialog', { name: 'The customer hasn’t agreed to $619 yet' })
    await expect(handOver.getByRole('button', { name: /^Charge/ })).toHaveCount(0)
    await expect(handOver.getByRole('button', { name: 'Sign here' })).toBeVisible()
    await agreeAtShop(owner, jobId)
    await expect(page.getByRole('dialog', { name: 'Charge $619 to the Visa ending in 4242?' })).toBeVisible()
    await page.getByRole('button', { name: 'Charge $619 and hand over' }).click()
    await expect.poll(async () => (await priceOf(owner, jobId)).capturedCents).toBe(61_900)
    await page.goto('/admin?view=today')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(mark).toHaveCount(0)
  })
})

test('an owner sets sales tax and tips, and every price then includes them @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, shopId, jobId }) => {
    await enter(page, product, owner, `/admin?view=shop&shop=${shopId}`)
    const form = page.getByRole('form', { name: 'Sales tax and tips' })
    await form.getByLabel('Sales tax rate in %').fill('9.7505')
    await form.getByLabel('Smart Connect Essential').fill('101')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Please use at most 3 digits after the dot')).toBeVisible()
    await expect(form.getByText('Please enter a share between 1 and 100 percent')).toBeVisible()
    await form.getByLabel('Sales tax rate in %').fill('9.75')
    await form.getByLabel('Smart Connect Essential').fill('60')
    await form.getByRole('switch').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(await priceOf(owner, jobId)).toMatchObject({ taxCents: 2_660, takesTips: true })
    await page.reload()
    await expect(form.getByLabel('Sales tax rate in %')).toHaveValue('9.75')
    const price = await openPrice(page, jobId)
    await expect(price.getByText('includes $26.60 tax')).toBeVisible()
  })
})
