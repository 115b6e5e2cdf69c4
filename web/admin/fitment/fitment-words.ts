import type { InstallationPackage } from '../../../contract/catalog/packages.ts'
import type { Confidence, FitmentOutcome, HeadUnit } from '../../../contract/fitment/fitment-data.ts'
import { formatCents } from '../../../contract/money.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export const outcomeWords: Record<FitmentOutcome, string> = {
  fits: 'Fits',
  fits_with_condition: 'Fits with a condition',
  does_not_fit: 'Doesn’t fit',
  needs_review: 'Needs a photo',
  activation_only: 'May only need activation',
}

export const outcomeTones: Record<FitmentOutcome, BadgeTone> = {
  fits: 'green',
  fits_with_condition: 'green',
  does_not_fit: 'red',
  needs_review: 'amber',
  activation_only: 'blue',
}

export const confidenceWords: Record<Confidence, string> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
}

export const provisionWords: Record<HeadUnit['carPlay'], string> = {
  none: 'No',
  optional: 'Optional',
  standard: 'Standard',
}

/** The names of fields in a list of changes. */
const fieldNames: Readonly<Record<string, string>> = {
  make: 'Make',
  model: 'Model',
  chassis: 'Chassis',
  yearFrom: 'First year',
  yearTo: 'Last year',
  notSold: 'Never sold',
  vinPatterns: 'VIN patterns',
  questionIds: 'Questions',
  confidence: 'Confidence',
  sources: 'Sources',
  shopNote: 'Shop note',
  checkedOn: 'Checked on',
  generationId: 'Generation',
  name: 'Name',
  screenInches: 'Screens',
  carPlay: 'CarPlay',
  androidAuto: 'Android Auto',
  recognizedBy: 'How to recognize it',
  answers: 'Answers',
  text: 'Text',
  headUnitId: 'Head unit',
  answer: 'Answer',
  packageId: 'Package',
  outcome: 'Outcome',
  customerNote: 'Customer note',
  extraMinutes: 'Extra minutes',
  extraCents: 'Extra price',
}

export function fieldName(name: string): string {
  return fieldNames[name] ?? name
}

type NamedPackages = readonly Pick<InstallationPackage, 'id' | 'name'>[]

/** A value of a changed field: outcomes and levels by their words, money in dollars, nothing as 'none'. */
export function fieldValue(name: string, value: string, packages: NamedPackages): string {
  if (value === '') return 'none'
  if (name === 'extraCents') return formatCents(Number(value))
  if (name === 'packageId') return packages.find(({ id }) => String(id) === value)?.name ?? value
  return (outcomeWords as Record<string, string>)[value] ?? value
}

/** A text of the data check with the names of packages in the place of their numbers. */
export function withPackageNames(text: string, packages: NamedPackages): string {
  return text.replaceAll(
    /\bpackage (\d+)\b/gi,
    (numbered, id: string) => packages.find((each) => String(each.id) === id)?.name ?? numbered,
  )
}

export const yearsOf = (from: number, to: number) => (from === to ? String(from) : `${from}–${to}`)

/** '6.5″ or 8.8″', or 'No screen'. */
export function screensOf(inches: readonly number[]): string {
  return inches.length === 0 ? 'No screen' : inches.map((size) => `${size}″`).join(' or ')
}

/** 'Nov 27, 2026, 12:30 PM' of an ISO instant, by the browser's clock. */
export function momentOf(instant: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(
    Date.parse(instant),
  )
}

/** 'Apr 2, 2026' of a day. */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** 'Changes 3 coming appointments, 2 verdicts.' */
export function effectSentence({
  appointments,
  verdicts,
}: {
  appointments: number
  verdicts: number
}): string {
  const parts = [
    ...(appointments > 0 ? [counted(appointments, 'upcoming appointment', 'upcoming appointments')] : []),
    ...(verdicts > 0 ? [counted(verdicts, 'verdict', 'verdicts')] : []),
  ]
  return parts.length === 0
    ? 'Changes no verdict and no upcoming appointment.'
    : `Changes ${parts.join(', ')}.`
}

export const findingsHeading = (errors: number, warnings: number): string =>
  [
    ...(errors > 0 ? [counted(errors, 'error', 'errors')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning', 'warnings')] : []),
  ].join(', ') || 'Nothing found'

/** '3 of 85 generations are checked by a fitter. The others are not yet.' */
export function checkedSentence(checked: number, total: number): string {
  return `${checked} of ${total} generations ${checked === 1 ? 'is' : 'are'} checked by a fitter. The others are not yet.`
}
