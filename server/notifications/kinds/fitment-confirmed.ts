import * as z from 'zod/mini'
import { appointmentMail, line } from '../appointment-mail.ts'
import {
  appointmentRows,
  customerFooter,
  feeLines,
  greeting,
  shortDay,
  shortStart,
  shortVehicle,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const fitmentConfirmed = z.extend(appointmentMail, {
  /** The condition, typed by the shop; empty without one. */
  condition: line,
  /** Stays in a mail that leaves out typed text. Missing in mails of older versions. */
  hasCondition: z.optional(z.boolean()),
})

/** To the customer, once the shop has seen that the package fits the car. */
export function describeFitmentConfirmed(
  mail: z.infer<typeof fitmentConfirmed>,
  brandName: string,
): MailContent {
  const condition = conditionOf(mail)
  const isConditional = condition !== null
  return {
    subject: mailSubject(
      isConditional ? 'Fits, one condition: ' : 'It fits: ',
      mail.packageName,
      ` on ${isConditional ? shortDay(mail) : shortStart(mail)}`,
    ),
    preview: isConditional
      ? 'The shop checked your car. Your package fits, with one condition.'
      : 'The shop checked your car. Your appointment is on.',
    badge: { text: isConditional ? 'It fits, with a condition' : 'It fits', tone: 'good' },
    title: isConditional ? 'Your package fits your car, with one condition' : 'Your package fits your car',
    opening: `${greeting(mail)} ${mail.shopName} checked your ${shortVehicle(mail)}: ${mail.packageName} fits${isConditional ? ', with one condition' : ''}. Your appointment is on.`,
    blocks: [
      startHeadline(mail),
      ...(isConditional ? [condition] : []),
      {
        kind: 'panel',
        heading: 'Our guarantee',
        lines: ["If we say it fits and it doesn't, you pay nothing."],
      },
      viewAppointments(mail),
      { kind: 'details', rows: appointmentRows(mail) },
      ...(mail.cancelFee === undefined
        ? []
        : [{ kind: 'panel' as const, heading: 'If your plans change', lines: feeLines(mail) }]),
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}

function conditionOf({ condition, hasCondition = condition !== '' }: z.infer<typeof fitmentConfirmed>) {
  if (!hasCondition) return null
  const instead = "If this isn't true for your car, cancel under My Appointments."
  const where = "Read the condition under My Appointments. If it isn't true for your car, cancel there."
  return {
    kind: 'panel',
    heading: 'On one condition',
    lines: condition === '' ? [where] : [condition, instead],
  } as const
}
