import { formatLongDay, formatTimeOfDay, formatTwelveHour, wallTimeOf } from '../time.ts'
import type { Keyword } from './keywords.ts'
import { toGsm } from './segments.ts'

/** Automatic texts about an appointment. */
export const textKinds = [
  'booked',
  'card_requested',
  'reminder',
  'reminder_today',
  'moved',
  'ready',
  'price',
  'cancelled',
] as const
export type TextKind = (typeof textKinds)[number]

export type TextFacts = {
  shopName: string
  startsAt: number
  zone: string
  link: string
  /** The first text to a number also says how to end them. */
  isFirst: boolean
}

const longestName = 40

function shortName(name: string): string {
  const plain = toGsm(name).trim()
  return plain.length <= longestName ? plain : `${plain.slice(0, longestName - 3).trimEnd()}...`
}

/** 'Mon, Dec 7 at 9:00 AM' */
function shortStart(startsAt: number, zone: string): string {
  const { day, minutes } = wallTimeOf(startsAt, zone)
  const [weekday = '', date = ''] = formatLongDay(day).split(', ')
  const [month = '', number = ''] = date.split(' ')
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${number} at ${formatTwelveHour(minutes)}`
}

function sentenceOf(kind: TextKind, start: string): string {
  switch (kind) {
    case 'booked':
      return `Your installation is booked for ${start}. Details:`
    case 'card_requested':
      return `Please add a card for your installation on ${start}. We charge it after the work:`
    case 'reminder':
      return `Reminder: your installation is on ${start}. Reply C to confirm. Move or cancel:`
    case 'reminder_today':
      return `See you soon: your installation is on ${start}. Reply C to confirm. Move or cancel:`
    case 'moved':
      return `We moved your installation to ${start}. Details:`
    case 'ready':
      return 'Your car is ready. See the work and sign:'
    case 'price':
      return 'Your price has changed. See it and agree:'
    case 'cancelled':
      return `Your installation on ${start} is cancelled. Details:`
  }
}

/** The body of an automatic text (SMS), in GSM-7. */
export function writeText(kind: TextKind, { shopName, startsAt, zone, link, isFirst }: TextFacts): string {
  const sentence = sentenceOf(kind, shortStart(startsAt, zone))
  return `${shortName(shopName)}: ${sentence} ${link}${isFirst ? ' Reply STOP to end.' : ''}`
}

/** The answer to a customer who confirmed by text. */
export function writeConfirmed(
  language: Keyword['language'],
  { shopName, startsAt, zone }: Pick<TextFacts, 'shopName' | 'startsAt' | 'zone'>,
): string {
  const { day, minutes } = wallTimeOf(startsAt, zone)
  const name = shortName(shopName)
  return language === 'en'
    ? `${name}: You are confirmed for ${shortStart(startsAt, zone)}. See you then.`
    : `${name}: Su cita del ${day} a las ${formatTimeOfDay(minutes)} esta confirmada.`
}

/** The answer to a keyword, in its language. Spanish without the accents that GSM-7 lacks. */
export function writeKeywordAnswer({ kind, language }: Keyword, shopName: string, phone: string): string {
  const name = shortName(shopName)
  const call = phone === '' ? '' : language === 'en' ? ` Call ${phone}.` : ` Llame al ${phone}.`
  const answers: Record<Keyword['kind'], Record<Keyword['language'], string>> = {
    stop: {
      en: `${name}: You get no more texts from us. Reply START to get them again.`,
      es: `${name}: Ya no le enviaremos mensajes. Responda INICIAR para recibirlos de nuevo.`,
    },
    start: {
      en: `${name}: You get texts about your appointments again. Reply STOP to end.`,
      es: `${name}: Le enviaremos mensajes de sus citas de nuevo. Responda ALTO para terminar.`,
    },
    help: {
      en: `${name}: Texts about your appointments.${call} Reply STOP to end.`,
      es: `${name}: Mensajes de sus citas.${call} Responda ALTO para terminar.`,
    },
  }
  return answers[kind][language]
}
