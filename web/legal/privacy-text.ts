import { brandName } from '../../contract/brand.ts'
import { retentionDays } from '../../contract/retention.ts'
import type { LegalText } from './legal-text.ts'

// A template: the operator edits it and has a lawyer review it. It tells what the product does, so a change
// of the product changes it too.
export const privacyText: LegalText = {
  title: 'Privacy',
  lead: 'What we collect, what we use it for, who sees it, and how you get it back or delete it.',
  sections: [
    {
      heading: 'What we collect',
      points: [
        'Your account: your name, your email, and a password that we store only in scrambled form. If you add a passkey, an authenticator app, Google, or Facebook, we store what that sign-in needs. Google and Facebook also give us your profile picture if you have one.',
        'Your appointments: the car’s year, make, model, and VIN if you give it, the package, the time, and the name, phone, and email you book with.',
        'Your car’s fit: your answers about the car, and photos of the dashboard if you send any. We remove the place and time stored inside a photo.',
        'The work on your car: when each step was done, the mileage, notes and photos of the shop, what you write about the car, and the name and signature you sign the finished work with.',
        'Your payments: amounts, dates, the card’s brand, and its last 4 digits. The full card number never reaches our servers.',
        'Our emails and text messages to you, and your replies: a copy of each one, and whether it was delivered. Also when you agreed to texts.',
        'Security records: the network address and browser of each sign-in, and the network an order or a card attempt comes from.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        'We use your data to book, prepare, bill, and support your appointments, to email you about them, and to keep accounts and cards safe from abuse.',
        `We don’t sell your data. ${brandName} shows no ads and uses no advertising or analytics services.`,
      ],
    },
    {
      heading: 'Who gets it',
      points: [
        'The shop you book with, or ask about your car: your name, phone, email, car, answers, and photos.',
        'Our provider of text messages, Twilio: your phone number and the texts, if you agreed to them. We never share your number or your consent for marketing. Reply STOP to end texts.',
        'Our card provider, Stripe: your card, name, email, and phone. On the payment page it runs its own code to take your card and prevent fraud. See stripe.com/privacy.',
        'Our email provider, which delivers our emails to you.',
        'Google Maps, to find the addresses of shops. We don’t send it your address. If you open directions, Google receives the shop’s address from that link.',
        'Google or Facebook, only if you sign in with them.',
        'Your bank, if you dispute a payment: the records of your appointment and payment.',
        'Authorities, where the law requires it.',
      ],
    },
    {
      heading: 'Cookies and your browser',
      points: [
        `One cookie keeps you signed in, for up to ${retentionDays.session} days.`,
        `Another one remembers for ${retentionDays.knownDevice} days that you signed in with this browser. It keeps other people’s wrong passwords from locking you out.`,
        'Signing in with Google or Facebook, a passkey, or a second step uses short-lived cookies for those minutes.',
        'Your browser keeps an unfinished booking for up to a week, so that you can go on where you stopped. It never keeps your card.',
        'We set no tracking cookies. Stripe may set its own on the payment page.',
      ],
    },
    {
      heading: 'How long we keep it',
      points: [
        'Your account: until you delete it.',
        `Dashboard photos and photos of the work: ${retentionDays.endedPhotos} days after the appointment ends. If nothing was booked, ${retentionDays.refusedPhotos} days after the shop’s answer.`,
        `Networks of orders and records of card attempts: ${retentionDays.claimNetworks} days. Records of limits you reached: ${retentionDays.limitHits} days.`,
        'Records of appointments and payments: we keep them for accounting, refunds, and disputes. After you delete your account they no longer contain your name, contact details, or VIN.',
        'Backups may hold deleted data until newer backups replace them.',
      ],
    },
    {
      heading: 'Your choices',
      points: [
        'Download everything we keep about you: open Account, then Your data.',
        'Delete your account in the same place, once you have no upcoming appointment and no open payment. We also have our card provider delete your saved cards.',
        'Correct your name under Account, and the contact details of an appointment under My Appointments.',
        'To ask about anything else, or for help with any of this, contact us.',
      ],
    },
    {
      heading: 'How we protect it',
      paragraphs: [
        'Only the people who need your data can see it: you, the shop of your appointment, and our administrators. Shops’ payout details are encrypted. Limits slow down anyone who guesses passwords or tries cards.',
      ],
    },
    {
      heading: 'If you run a shop',
      paragraphs: [
        'We publish your shop’s name, address, hours, and the details you enter under Your page. Your payout details are encrypted, and we show only their last 4 characters. We keep a record of every change to your settings. Deleting your account removes your payout details and your page.',
      ],
    },
  ],
}
