/** Random numbers of a seed (mulberry32), so that every demo has the same people and cars. */
export function createChance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    happens: (share: number) => next() < share,
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
      items[Math.floor(next() * items.length)] as Item,
  }
}
export type Chance = ReturnType<typeof createChance>

const firstNames = [
  'Olivia',
  'Noah',
  'Emma',
  'Liam',
  'Sofía',
  'Mateo',
  'Ava',
  'Ethan',
  'Isabella',
  'Lucas',
  'Mia',
  'James',
  'Zoë',
  'Daniel',
  'Chloe',
  'Marcus',
  'Renée',
  'Andre',
  'Priya',
  'Kenji',
  'Linh',
  'Omar',
  'Fatima',
  'Diego',
  'Grace',
  'Tyrone',
  'Hannah',
  'Víctor',
  'Leila',
  'Sam',
  'Nadia',
  'Peter',
  'Ingrid',
  'Rosa',
  'Caleb',
  'Amara',
] as const
const lastNames = [
  'O’Connor',
  'Nguyen',
  'García',
  'Smith',
  'Johnson',
  'Kim',
  'Patel',
  'Müller',
  'Rossi',
  'Martínez',
  'Brown',
  'Chen',
  'Davis',
  'D’Angelo',
  'Okafor',
  'Yamamoto',
  'Silva',
  'Wilson',
  'Haddad',
  'López',
  'Thompson',
  'Fernández',
  'Lee',
  'Walker',
  'Ivanov',
  'Hernández',
  'Clark',
  'Ramírez',
  'Larsen',
  'Washington',
] as const
const wholeNames = ['李小龍', 'علي حسن', 'Jean-Luc Picard', 'Maria del Carmen Vega'] as const

export type Customer = { name: string; email: string; phone: string }

/** The customer with this number. Emails and phone numbers are reserved for examples. */
export function customerOf(number: number, chance: Chance): Customer {
  const name =
    number % 29 === 7 ? chance.pick(wholeNames) : `${chance.pick(firstNames)} ${chance.pick(lastNames)}`
  const local = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z]+/g, '.')
    .replaceAll(/^\.+|\.+$/g, '')
    .toLowerCase()
  const area = chance.pick(['626', '213', '310', '619', '720', '303'] as const)
  return {
    name,
    email: `${local || 'customer'}.${number}@example.com`,
    phone: `(${area}) 555-0${String(100 + (number % 100)).slice(-3)}`,
  }
}

/** Cars of the catalog that customers bring. */
export const cars = [
  { year: 2013, make: 'BMW', model: 'X5' },
  { year: 2014, make: 'BMW', model: '3 Series' },
  { year: 2015, make: 'BMW', model: '5 Series' },
  { year: 2012, make: 'BMW', model: 'X3' },
  { year: 2014, make: 'Audi', model: 'Q5' },
  { year: 2013, make: 'Audi', model: 'A4' },
  { year: 2015, make: 'Audi', model: 'A6' },
  { year: 2016, make: 'Mercedes', model: 'C-Class' },
  { year: 2014, make: 'Mercedes', model: 'E-Class' },
  { year: 2013, make: 'Mercedes', model: 'GLS' },
  { year: 2014, make: 'Lexus', model: 'RX' },
  { year: 2015, make: 'Lexus', model: 'NX' },
  { year: 2013, make: 'Lexus', model: 'ES' },
] as const
export type Car = (typeof cars)[number]

const openDay = { isOpen: true, open: '09:00', close: '18:00' }
const closedDay = { ...openDay, isOpen: false }
const week = {
  Monday: openDay,
  Tuesday: openDay,
  Wednesday: openDay,
  Thursday: openDay,
  Friday: openDay,
  Saturday: closedDay,
  Sunday: closedDay,
}

export type DemoShop = {
  businessName: string
  address: string
  phone: string
  /** Of its texts. */
  textNumber: string
  bays: readonly string[]
  owner: { name: string; email: string }
  people: readonly { name: string; email: string; role: 'desk' | 'technician' }[]
  businessHours: typeof week
  /** Bookings a day, on average. */
  demand: number
}

export const demoShops: readonly DemoShop[] = [
  {
    businessName: 'Pasadena Auto Sound',
    address: '1 Garage Lane, Pasadena, CA',
    phone: '(626) 555-0110',
    textNumber: '(323) 555-0110',
    bays: ['Bay 2', 'Bay 3'],
    owner: { name: 'Carmen Ruiz', email: 'owner@pasadena.example' },
    people: [
      { name: 'Dana Whitfield', email: 'desk@pasadena.example', role: 'desk' },
      { name: 'Tomás Herrera', email: 'tech@pasadena.example', role: 'technician' },
      { name: 'Jun Park', email: 'tech2@pasadena.example', role: 'technician' },
    ],
    businessHours: week,
    demand: 4.2,
  },
  {
    businessName: 'Harbor Car Audio',
    address: '200 Harbor Drive, San Diego, CA',
    phone: '(619) 555-0120',
    textNumber: '(858) 555-0120',
    bays: ['Bay 2'],
    owner: { name: 'Walt Brennan', email: 'owner@harbor.example' },
    people: [{ name: 'Ivy Sorensen', email: 'tech@harbor.example', role: 'technician' }],
    businessHours: week,
    demand: 2.4,
  },
  {
    businessName: 'Peak Mobile Electronics',
    address: '900 Larimer Street, Denver, CO',
    phone: '(303) 555-0130',
    textNumber: '(970) 555-0130',
    bays: [],
    owner: { name: 'Andrea Lindqvist', email: 'owner@peak.example' },
    people: [{ name: 'Rob Castellano', email: 'desk@peak.example', role: 'desk' }],
    businessHours: { ...week, Saturday: { ...openDay, close: '14:00' } },
    demand: 1.2,
  },
]
