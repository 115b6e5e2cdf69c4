import { brandName } from '../../contract/brand.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { guaranteeSentence } from '../fitment/guarantee-sentence.ts'
import { landingSubject } from './landing-subject.ts'

export const landingTitle = `${landingSubject} · ${brandName}`

export const landingDescription =
  'Apple CarPlay and Android Auto displays for BMW, Mercedes, Audi and Lexus, installed by certified technicians. See prices, pick a free time, pay only after the work is done.'

/** The customer's steps in order. */
export const steps = [
  {
    title: 'Tell us your car',
    words: 'Year, make and model. The VIN helps, but you can leave it out.',
  },
  {
    title: 'Choose your package',
    words: 'Each has one price, with parts and labor in it.',
  },
  {
    title: 'Pick a time that is free',
    words: 'You see what the shop really has free, day by day. Your card is held, not charged.',
  },
  {
    title: 'Bring the car, drive home',
    words: 'The work is done the same day. Only then is your card charged.',
  },
] as const

/** The card's events in order. A unit test compares the figures with the rules. */
export const chargeStages = [
  {
    when: 'When you book',
    amount: 'Held, not charged',
    words: 'Your bank sets the price aside. No money leaves your account.',
  },
  {
    when: '3 days before',
    amount: 'Still only held',
    words:
      'A bank keeps a hold for about a week. If yours would run out too early, a fresh one takes its place.',
  },
  {
    when: 'After the work is done',
    amount: 'Charged once',
    words: 'Your card is charged the price you saw, after the installation is completed and confirmed.',
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
      answer: `We fit the models listed above, 2010 and newer. Check your car before you book: you see which packages fit it, and why. ${guaranteeSentence}`,
    },
    {
      question: 'Does it work with my phone?',
      answer:
        'All packages include both Apple CarPlay and Android Auto, so you can bring an iPhone or an Android phone, and change your mind later.',
    },
    {
      question: 'How long will my car be at the shop?',
      answer: `${times.length === 0 ? '' : `${listed.format(times)}. `}Every appointment is planned so that the work ends before the shop closes.`,
    },
    {
      question: 'How soon can I come in?',
      answer:
        'Appointments start one week from today and are open for two weeks from there, Monday to Friday. You only see times at which a bay is free for the whole job.',
    },
    {
      question: 'Can I change my appointment?',
      answer:
        'Yes. In My Appointments you can pick another time or another package. If the new package costs more or less, you see the difference and agree to it first.',
    },
    {
      question: 'What if I cancel?',
      answer:
        'Cancel in My Appointments before the work and the hold on your card is released. Nothing was charged, so nothing has to come back.',
    },
    {
      question: 'Who sees my card number?',
      answer:
        'Only the card provider. The card field is theirs: the number goes straight to them and never reaches our servers or the shop.',
    },
    {
      question: 'Is the price I see the price I pay?',
      answer:
        'Yes. Parts and labor are included. If a price ever changes while you book, you are told before anything is held.',
    },
  ]
}
