import { formatLongDay } from '../../contract/time.ts'
import { goodPassword } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { dismissToast } from './customer-journey.ts'
import { expectInView } from './expect-in-view.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { mailedPage } from './mailed-links.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

test('a customer waits for an earlier time, signs in from the mail, loses it to another one, and gets it later @phone', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Early Gear' }, async ({ shopId }) => {
    const [first = '', second = ''] = await bookableDays(product)
    const at = (date: string) => bookAt(product, { shopId, date })
    const morning = await at(`${first} 09:00`)
    await at(`${first} 12:00`)
    const { customer } = await at(`${second} 09:00`)
    const rival = await at(`${second} 12:00`)

    await enter(page, product, customer, '/appointments')
    const card = page.getByRole('article')
    await card.getByRole('button', { name: 'Tell me if an earlier time opens' }).click()
    await expect(card.getByText('We’ll email you if an earlier time opens')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Stop' })).toBeFocused()
    await expectSoundInBothLights(page, 'an appointment that waits for an earlier time')

    await morning.customer.patch(`/api/appointments/${morning.id}`, { status: 'cancelled' })
    const link = await mailedPage(product, customer.email, '/appointments?reschedule=')
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await page.getByLabel('Email').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    const newTime = card.getByText(`${formatLongDay(first)} at 9:00 AM`)
    await dismissToast(page)
    await expect(newTime).toBeVisible()
    await expectSoundInBothLights(page, 'the editor with an earlier time chosen')

    const won = await rival.customer.patch(`/api/appointments/${rival.id}`, { date: first, time: '9:00' })
    expect(won.status).toBe(200)
    await card.getByRole('button', { name: 'Save Changes' }).click()
    const lost = card.getByText(
      `That time was just taken. You still have your appointment on ${formatLongDay(second)} at 9:00 AM. We’ll email you when an earlier time opens.`,
    )
    await expect(lost).toBeVisible()
    await expectInView(lost)

    // The same link, while the time is taken, and once it is open again.
    await page.goto(link)
    await expect(lost).toBeVisible()
    await rival.customer.patch(`/api/appointments/${rival.id}`, { status: 'cancelled' })
    await page.reload()
    await expect(newTime).toBeVisible()
    await card.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Appointment rescheduled')).toBeVisible()
    await expect(card.getByRole('heading', { level: 3 })).toContainText(formatLongDay(first))
    // No day before it can be booked, and the address no longer proposes a time.
    await expect(card.getByRole('button', { name: 'Reschedule' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Stop' })).toBeHidden()
    await expect(page).toHaveURL(/\/appointments$/)
  })
})
