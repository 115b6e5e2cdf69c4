import type { AppointmentMail } from '../../server/notifications/appointment-mail.ts'

/** A confirmation for Monday, December 7, 2026, 9:00 AM in Alhambra, with the given changes. */
export function sampleAppointmentMail(changes: Partial<AppointmentMail> = {}): AppointmentMail {
  return {
    appointmentId: '0198f2a4-1c1e-7c3a-9f10-6f1d2f0a7b55',
    sequence: 0,
    customerName: 'Dana Whitfield',
    customerEmail: 'dana.whitfield@example.com',
    customerPhone: '6265550142',
    packageName: 'Smart Connect Premium',
    installationTime: '3-4 hours',
    priceCents: 79_900,
    vehicle: { year: 2013, make: 'BMW', model: 'X5', vin: 'WBA5A7C50FD123456' },
    shopName: 'Alhambra Auto Sports',
    shopAddress: '1200 W Main St, Alhambra, CA 91801',
    shopPhone: '6265550100',
    shopEmail: 'desk@alhambra-sports.example',
    timeZone: 'America/Los_Angeles',
    startsAt: '2026-12-07T17:00:00.000Z',
    endsAt: '2026-12-07T21:00:00.000Z',
    createdAt: '2026-11-28T03:15:30.000Z',
    manageUrl: 'https://dashfit.example/appointments',
    ...changes,
  }
}
