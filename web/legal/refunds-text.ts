import { guaranteeSentence } from '../fitment/guarantee-sentence.ts'
import type { LegalText } from './legal-text.ts'

// A template: the operator edits it and has a lawyer review it. It tells what the product does, so a change
// of the product changes it too.
export const refundsText: LegalText = {
  title: 'Refunds',
  lead: 'When you pay nothing, how a hold is released, and how you get money back after a charge.',
  sections: [
    {
      heading: 'Before your appointment starts',
      paragraphs: [
        'Cancel under My Appointments until your appointment starts. It is free, unless you agreed to a fee for late cancellations and the free time is over. You haven’t been charged yet, so there is nothing to refund: we release the hold on your card at once. Your bank may take a few days to show it.',
      ],
    },
    {
      heading: 'If you cancel late or don’t come',
      paragraphs: [
        'Some shops have a fee for this. You see it, and until when you can cancel for free, before you give a card. We take it from your hold and release the rest. Without a hold, we charge your saved card once.',
        'If you think a fee is wrong, talk to the shop or to us. Our administrators can refund it in full.',
      ],
    },
    {
      heading: 'If the shop or we cancel',
      paragraphs: [
        'You pay nothing. We release the hold, or refund you in full if your card was already charged, and email you.',
      ],
    },
    {
      heading: 'If the package doesn’t fit',
      paragraphs: [
        guaranteeSentence,
        'The shop marks the job as “did not fit”, and we release the hold. If the card was already charged, we refund it in full. Only a condition that you confirmed and that wasn’t true is an exception.',
      ],
    },
    {
      heading: 'If you change to a less expensive package',
      paragraphs: [
        'We charge only the new price. The rest of the hold is released when your card is charged.',
      ],
    },
    {
      heading: 'Once your appointment has started',
      paragraphs: [
        'You can’t cancel online anymore. Talk to the shop right away if you can’t come or something is wrong.',
      ],
    },
    {
      heading: 'After the charge',
      points: [
        'If something isn’t right with the installation, contact the shop first. If you can’t agree, contact us.',
        'Our administrators can refund the payment in full. The money goes back to the card you paid with.',
        'We email you when a refund is sent. Banks take 5 to 10 business days to show it.',
      ],
    },
    {
      heading: 'If you dispute a payment with your bank',
      paragraphs: [
        'Please ask us first, because that is usually faster. While a dispute is open, your bank decides and we can’t refund the same payment.',
      ],
    },
    {
      heading: 'Debit cards',
      paragraphs: [
        'A hold lowers the available balance of a debit card until we charge or release it. After a release, your bank decides how soon the balance is back, usually within a few days.',
      ],
    },
  ],
}
