import { brandName } from '../../contract/brand.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { guaranteeSentence } from '../fitment/guarantee-sentence.ts'
import { landingSubject } from './landing-subject.ts'

export const landingTitle = `${landingSubject} · ${brandName}`

export const landingDescription =
  'Apple CarPlay and Android Auto displays for BMW, Mercedes, Audi and Lexus, installed by certified technicians. See prices, pick an open time, pay after the work is done.'

/** The customer's steps in order. */
export const steps = [
  {
    title: 'Tell us your car',
    words: 'Year, make and model. The VIN is optional.',
  },
  {
    title: 'Choose your package',
    words: 'One price, parts and labor included.',
  },
  {
    title: 'Pick an open time',
    words: 'See the shop’s real openings, day by day. We hold your card; we don’t charge it.',
  },
  {
    title: 'Drop off, drive home',
    words: 'Same-day work. We charge your card after it’s done.',
  },
] as const

/** The card's events in order. A unit test compares the figures with the rules. */
export const chargeStages = [
  {
    when: 'When you book',
    amount: 'Held, not charged',
    words: 'Credit: shows as pending. Debit: your available balance drops until we charge or release it.',
  },
  {
    when: '3 days before',
    amount: 'Still only held',
    words:
      'Holds last about a week, with some cards up to 30 days. If yours expires before your appointment, we place a new one.',
  },
  {
    when: 'After the work is done',
    amount: 'Charged once',
    words: 'You pay the price you saw, after the installation is completed and confirmed.',
  },
] as const

const listed = new Intl.ListFormat('en-US')

export type Question = { question: string; answer: string }

/** Frequently asked questions. */
export function questionsOf(packages: readonly InstallationPackage[]): Question[] {
  const times = packages.map(({ name, installationTime }) => `${name} takes ${installationTime}`)
  return [
    {
      question: 'Will it fit my car?',
      answer: `We support the models listed above, 2010 and newer. Check your car before you book to see which packages fit, and why. ${guaranteeSentence}`,
    },
    {
      question: 'Does it work with my phone?',
      answer:
        'All packages include both Apple CarPlay and Android Auto, so you can use an iPhone or an Android phone.',
    },
    {
      question: 'How long will my car be at the shop?',
      answer: `${times.length === 0 ? '' : `${listed.format(times)}. `}We only offer times when the work can finish before the shop closes.`,
    },
    {
      question: 'How soon can I come in?',
      answer:
        'The first appointments are a week from today, the last about three weeks out, Monday to Friday. We show a time only if a bay is open for the whole job.',
    },
    {
      question: 'Can I change my appointment?',
      answer:
        'Yes. In My Appointments, pick another time or package. If the price changes, you agree to it first.',
    },
    {
      question: 'What if I cancel?',
      answer:
        'Cancel in My Appointments before your appointment starts, and we release the hold. Some shops have a fee for late cancellations. You see it and agree to it before you give a card.',
    },
    {
      question: 'Who sees my card number?',
      answer:
        'Only our card provider. Your number goes straight to them. It never reaches our servers or the shop.',
    },
    {
      question: 'Is the price I see the price I pay?',
      answer:
        'Yes. Parts and labor are included. If a price changes while you book, we tell you before we place a hold.',
    },
  ]
}
