import { claimMinutes } from '../../contract/booking/appointment-states.ts'
import { brandName } from '../../contract/brand.ts'
import { giveUpHours } from '../../contract/fitment/review-times.ts'
import { renewalHours } from '../../contract/payments/hold-plan.ts'
import { guaranteeSentence } from '../fitment/guarantee-sentence.ts'
import type { LegalText } from './legal-text.ts'

// A template: the operator edits it and has a lawyer review it. It tells what the product does, so a change
// of the product changes it too.
export const termsText: LegalText = {
  title: 'Terms',
  lead: `How booking with ${brandName} works, what you pay, and what you can expect from us and the shop.`,
  sections: [
    {
      heading: 'Who does what',
      paragraphs: [
        `${brandName} takes your booking and your payment. The shop you choose does the installation. You see its name, address, and hours before you pay, and its phone, license number, and warranty if it lists them.`,
      ],
    },
    {
      heading: 'Booking',
      points: [
        'Tell us the right car. Whether a package fits depends on it.',
        `Once you place your order, your time is reserved for up to ${claimMinutes} minutes while your bank confirms the card.`,
        'To keep times free for everyone, one account can have only a few upcoming appointments, and none at the same time.',
        'Your appointment is confirmed when our page says so. We also email you.',
      ],
    },
    {
      heading: 'Price and payment',
      points: [
        'The price you see includes parts, labor, and tax. If it changes while you book, we tell you before we place a hold.',
        'When you book, we place a hold for the full price on your card and save the card. A hold is not a charge. With a debit card, it lowers your available balance.',
        `Holds last about a week, with some cards up to 30 days. If yours would end too early, we place a new one ${renewalHours[0] / 24} days before your appointment.`,
        'If your bank declines the new hold, we email you a link to confirm your card or use another one. Without a confirmed card, the shop may contact you before it begins the work.',
        'Your card is charged after the installation, and never more than the price you agreed to. Before that, only a fee that you agreed to for a late cancellation or a no-show can be charged.',
      ],
    },
    {
      heading: 'Does it fit?',
      points: [
        guaranteeSentence,
        'This covers every package we or the shop said fits, unless a condition that you confirmed was not true.',
        `If the shop has to check your car first, you can book while you wait for its answer. If it doesn’t fit, or if there is still no answer ${giveUpHours} hours before the start, we cancel your appointment and release the hold.`,
      ],
    },
    {
      heading: 'Changes and cancellation',
      points: [
        'You can reschedule or change the package under My Appointments until your appointment starts, if the shop has room.',
        'You can cancel there until your appointment starts. It is free, unless the shop has a fee for late cancellations that you saw and agreed to when you booked.',
        'The same fee applies if you don’t come. It is never more than you agreed to, and there is none when the shop or we cancel or move your appointment.',
        'If a new package costs more or less, you see the difference and agree to it first.',
        'The shop or we may have to cancel. Then you pay nothing for it, and we email you right away.',
      ],
    },
    {
      heading: 'At the shop',
      points: [
        'Bring what your confirmation lists, such as all keys and your phone.',
        'Installation and ready times are planned times. The work may take a little longer.',
        'If something isn’t right after the installation, contact the shop first. If it lists a warranty, that warranty applies.',
      ],
    },
    {
      heading: 'Your account',
      points: [
        'Keep your password to yourself, and give us an email address that reaches you.',
        'We may limit or block an account that abuses booking, cards, or other people’s email addresses.',
      ],
    },
    {
      heading: 'If you run a shop',
      points: [
        'An administrator approves each shop, and each new name or address, before customers see it.',
        'Enter only details that are true, such as your license number and your warranty.',
        'Charge a card only after the work is done, or with a fee that the customer agreed to. An appointment that is booked stays booked when your hours change.',
        'If we suspend a shop, it takes no new appointments, and its booked ones stand.',
      ],
    },
    {
      heading: 'Changes to these terms',
      paragraphs: ['If we change these terms, we publish the new ones on this page.'],
    },
  ],
}
