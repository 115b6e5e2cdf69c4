import type { Locator, Page } from '@playwright/test'
import type { Product } from '../support/start-product.ts'
import { fitmentFor, fittingCar } from '../support/orders.ts'
import { expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { signUpBooked, tellSandbox } from './booked-customer.ts'
import { comeBack } from './come-back.ts'
import {
  choosePackage,
  chooseVehicle,
  confirmTime,
  confirmVehicle,
  dateRadios,
  expectCardField,
  expectTimesOf,
  fillVehicle,
  newCustomer,
  signUp,
  timeRadios,
} from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { watchTraffic } from './traffic.ts'

// Whole days must be free at the start.
const testOfEmptyShop = testWithOwnProduct()

type Slot = { time: string; displayTime: string; available: boolean; reason?: string }
type Day = { date: string; slots: Slot[] }

const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const inWords = (date: string): string => longDay.format(Date.parse(`${date}T00:00:00Z`))
const freeOf = ({ slots }: Day): Slot[] => slots.filter(({ available }) => available)
const timesIn = (day: Day): string => (freeOf(day).length === 1 ? '1 time' : `${freeOf(day).length} times`)

/** The weekdays of the booking window with a package's free starts, from the server. */
async function askDays(page: Page, product: Product, productId = 2): Promise<Day[]> {
  const { now } = (await (await page.request.get(`${product.url}/api/config`)).json()) as { now: string }
  // The built-in shop's date is at most a day behind: its booking window is among these.
  const from = new Date(Date.parse(now) + 6 * 86_400_000).toISOString().slice(0, 10)
  const ask = async (date: string) => {
    const answer = await page.request.get(
      `${product.url}/api/appointments/availability?date=${date}&days=14&productId=${productId}`,
    )
    return (await answer.json()) as Day[]
  }
  const later = new Date(Date.parse(from) + 14 * 86_400_000).toISOString().slice(0, 10)
  const days = [...(await ask(from)), ...(await ask(later))]
  return days.filter(({ slots }) => slots[0]?.reason !== 'not a bookable day')
}

/** Takes starts for other customers over the API: each as often as it is listed. */
async function takeStarts(page: Page, baseURL: string, date: string, times: readonly string[]) {
  const context = await page.context().browser()?.newContext({ baseURL })
  if (!context) throw new Error('no browser')
  for (const time of times) {
    // One account has one appointment at a time.
    await context.clearCookies()
    const other = newCustomer()
    await context.request.post('/api/auth/sign-up/email', { data: other })
    const answer = await context.request.post('/api/appointments', {
      data: {
        paymentMethodId: 'pm_card_visa',
        amount: 499,
        capture_method: 'manual',
        name: other.name,
        email: other.email,
        phone: '6265550199',
        date: `${date} ${time.padStart(5, '0')}`,
        vehicleInfo: { ...fittingCar, vin: null },
        productId: 1,
        ...fitmentFor(fittingCar, 1),
      },
    })
    expect(answer.status(), `${date} ${time}`).toBe(201)
  }
  await context.close()
}

async function tabTo(page: Page, name: RegExp) {
  const wanted = page.getByRole('radio', { name }).or(page.getByRole('button', { name })).first()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((control) => control === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${String(name)}`)
}

testOfEmptyShop(
  'by keyboard: days state their free starts, the next free start is one press away, and a start that is taken passes the focus on @desktop',
  async ({ page, product }) => {
    await signUp(page)
    const empty = (await askDays(page, product, 1)).filter((day) => freeOf(day).length === 6)
    const [full, busy] = [empty.at(-2)?.date ?? '', empty.at(-3)?.date ?? '']
    await takeStarts(page, product.url, full, ['9:00', '9:00', '12:00', '12:00'])
    await takeStarts(page, product.url, busy, ['9:00'])
    await chooseVehicle(page)
    await choosePackage(page)

    const days = await askDays(page, product)
    await expect(dateRadios(page)).toHaveCount(10)
    for (const day of days) {
      const note = day.date === full ? 'Full' : timesIn(day)
      const words = freeOf(day).length === 0 ? 'Full' : note
      await expect(
        page.getByRole('radio', { name: `${inWords(day.date)}, ${words}`, exact: true }),
      ).toBeVisible()
    }

    const first = days.find((day) => freeOf(day).length > 0)
    const start = first && freeOf(first)[0]
    const next = page.getByRole('button', { name: /^Next available/ })
    await expect(next).toHaveAccessibleName(
      `Next available: ${inWords(first?.date ?? '')}, ${start?.displayTime} Book this time`,
    )
    await tabTo(page, /^Next available/)
    await page.keyboard.press('Enter')
    await expect(next).toHaveAccessibleName(/Chosen$/)
    await expect(next).toBeFocused()
    await expect(
      page.getByRole('radio', { name: new RegExp(`^${inWords(first?.date ?? '')},`) }),
    ).toBeChecked()
    await expect(timeRadios(page).and(page.locator(':checked'))).toHaveValue(start?.time ?? '')
    await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeVisible()

    // Arrow keys select days, whose notes are read out.
    await tabTo(page, new RegExp(`^${inWords(first?.date ?? '')},`))
    const from = days.findIndex(({ date }) => date === first?.date)
    for (const day of days.slice(from + 1)) {
      await page.keyboard.press('ArrowRight')
      const { length } = freeOf(day)
      const said =
        length === 0
          ? 'No open times on this day. Select another date.'
          : `${length} ${length === 1 ? 'open time' : 'open times'} on ${inWords(day.date)}`
      await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
      if (day.date === busy) break
    }

    const group = page.getByRole('group', { name: 'Select a Time Slot' })
    const nine = group.getByRole('radio', { name: /^9:00 AM/ })
    await page.keyboard.press('Tab')
    await expect(nine).toBeFocused()
    await page.keyboard.press('Space')
    await expect(nine).toBeChecked()
    await takeStarts(page, product.url, busy, ['9:00'])
    await comeBack(page)
    await expect(nine).toBeDisabled()
    await expect(group.getByRole('radio', { name: /^12:00 PM/ })).toBeFocused()
    await expect(page.getByText('The time you chose, 9:00 AM, is no longer available (taken).')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeHidden()
    await expect(page.getByRole('radio', { name: `${inWords(busy)}, 2 times`, exact: true })).toBeChecked()
    await expectSoundInBothLights(page, 'schedule with a time that has gone')
    await group.getByRole('radio', { name: /^12:00 PM/ }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeVisible()

    // The page stays open for days: the strip follows the shop's calendar, and the selection stays.
    await tellSandbox(product, 'clock', { advanceSeconds: 3 * 86_400 })
    await comeBack(page)
    const later = (await askDays(page, product)).at(-1)
    expect(later?.date).not.toBe(days.at(-1)?.date)
    await expect(dateRadios(page)).toHaveCount(10)
    await expect(dateRadios(page).last()).toHaveAccessibleName(
      `${inWords(later?.date ?? '')}, ${later ? timesIn(later) : ''}`,
    )
    await expect(group.getByRole('radio', { name: /^12:00 PM/ })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeVisible()
  },
)

/**
 * Whether a pressed day is marked as soon as the page has taken the press, and whether its times render in
 * the same frame.
 */
async function pressDay(radio: Locator) {
  return radio.evaluate(async (day: HTMLInputElement) => {
    const times = () => document.querySelector('section[aria-label="Time"]')?.textContent
    const before = times()
    day.click()
    await Promise.resolve()
    const isMarked = day.checked && day.closest('label')?.classList.contains('bg-selected') === true
    return { isMarked, isFollowed: times() !== before }
  })
}

testOfEmptyShop(
  'on a phone the next step is preloaded, the date strip keeps the selected day in view, a slow reply is announced, and offline the last times stay @phone',
  async ({ page, product }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const traffic = await watchTraffic(page)
    await signUp(page)
    // The chunk has been loaded since; anything shown while the server is silent was there before.
    const whileSilent = async (work: () => Promise<void>) => {
      const isCodeThere = () =>
        traffic.asked().some(({ url }) => url.endsWith('.js')) && traffic.pending().length === 0
      await expect.poll(isCodeThere).toBe(true)
      product.pauseServer()
      traffic.forget()
      await work().finally(() => product.resumeServer())
    }
    traffic.forget()
    await fillVehicle(page)
    // The verdicts on the car are loaded ahead, a moment after it is whole.
    const areVerdictsAsked = () => traffic.asked().some(({ url }) => url.includes('/api/fitment?'))
    await expect.poll(areVerdictsAsked).toBe(true)
    await whileSilent(async () => {
      await confirmVehicle(page)
      await expect(page.getByRole('button', { name: /^Select Package/ })).toHaveCount(3)
    })
    await whileSilent(async () => {
      await choosePackage(page)
      await expect(dateRadios(page).last()).toHaveAccessibleName(/ \d+ times?$/)
    })
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
    await whileSilent(async () => {
      await page.goBack()
      await expect(page.getByText('Loading the times...')).toBeVisible()
      await expectSoundInBothLights(page, 'schedule that is slow')
    })
    await expect(dateRadios(page)).toHaveCount(10)
    await expect(page.getByText('Select a date to see available times')).toBeVisible()
    const last = dateRadios(page).last()
    await expect(last).not.toBeInViewport({ ratio: 0.9 })
    await last.check()
    await expect(timeRadios(page)).toHaveCount(8)
    await expect(last).toBeInViewport({ ratio: 1 })
    const first = dateRadios(page).first()
    expect(await pressDay(first)).toEqual({ isMarked: true, isFollowed: false })
    await expectTimesOf(page, first)
    await last.check()
    await timeRadios(page)
      .and(page.getByRole('radio', { disabled: false }))
      .first()
      .check()
    await whileSilent(async () => {
      await confirmTime(page)
      await expectCardField(page)
    })
    await page.goBack()
    await page.reload()
    await expect(last).toBeChecked()
    await expect(timeRadios(page)).toHaveCount(8)
    await dateRadios(page).first().scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'Select a Time Slot' }).scrollIntoViewIfNeeded()

    await page.context().setOffline(true)
    await dateRadios(page).first().check()
    await expect(timeRadios(page)).toHaveCount(8)
    const old = page.getByText('Couldn’t refresh these times.')
    await expect(old).toBeVisible()
    await expectSoundInBothLights(page, 'schedule with old times')
    await page.context().setOffline(false)
    await expect(old).toBeHidden()
    await expect(timeRadios(page)).toHaveCount(8)
  },
)

testOfEmptyShop(
  'rescheduling by keyboard: the calendar states each day’s free starts or why there are none, and the current appointment @desktop',
  async ({ page, product }) => {
    const { date } = await signUpBooked(page, product, { day: 'last' })
    const [present = ''] = date.split(' ')
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const grid = page.getByRole('grid')
    const own = grid.getByRole('button', {
      name: new RegExp(`^${inWords(present)}, \\d{4}, (\\d times?|Full), your current date`),
    })
    await expect(own).toBeVisible()
    await expect(page.getByRole('button', { name: /^Next available/ })).toBeVisible()
    await own.focus()
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('button', { name: /your current date, selected$/ })).toBeFocused()
    const times = page.getByRole('group', { name: 'Select a Time Slot' })
    await expect(times.getByRole('radio', { name: /Your current time$/ })).toBeDisabled()

    await page.keyboard.press('Home')
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Sunday, .*, no installations on weekends$/)
    await expect(page.locator(':focus')).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(own).toHaveAccessibleName(/selected$/)
    await page.keyboard.press('End')
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Saturday, /)
    for (let weeks = 0; weeks < 3; weeks += 1) await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveAccessibleName(/, too far ahead$/)
    await page.keyboard.press('PageUp')
    await expect(page.locator(':focus')).toHaveAccessibleName(/^\w+day, /)
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()

    const next = page.getByRole('button', { name: /^Next available/ })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect(next).toHaveAccessibleName(/Chosen$/)
    await expectSoundInBothLights(page, 'reschedule with the next free time')
    await next.focus()
    await tabTo(page, /^Save Changes/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Appointment rescheduled')).toBeVisible()
  },
)
