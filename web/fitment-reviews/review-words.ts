import type { FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import type { OpenReview, ReviewAnswer } from '../../contract/fitment/review-endpoints.ts'

/** The buttons of the answers. */
export const answerLabels: Record<ReviewAnswer, string> = {
  fits: 'It fits',
  fits_with_condition: 'Fits with a condition',
  does_not_fit: 'Doesn’t fit',
  activation_only: 'Needs activation only',
  another_photo: 'Ask for another photo',
}

/** The sentence below the chosen answer: its effect on the appointment and the money. */
export function effectOf(answer: ReviewAnswer, { appointmentId }: Pick<OpenReview, 'appointmentId'>): string {
  const isBooked = appointmentId !== null
  switch (answer) {
    case 'fits':
      return isBooked
        ? 'The appointment stays. We email the customer that it fits.'
        : 'We email the customer that it fits, with a link to book.'
    case 'fits_with_condition':
      return isBooked
        ? 'The appointment stays. We email the customer the condition.'
        : 'We email the customer the condition, with a link to book.'
    case 'does_not_fit':
      return isBooked
        ? 'This cancels the appointment and releases the hold. The customer reads your reason.'
        : 'The customer reads your reason.'
    case 'activation_only':
      return isBooked
        ? 'This cancels the appointment and releases the hold. The customer reads your note.'
        : 'The customer reads your note.'
    case 'another_photo':
      return 'The check stays open. We email the customer your request with a link to add photos.'
  }
}

/** Ready-made texts for the customer; the first is filled in. None needs a photo, which may be missing. */
export const templates: Record<ReviewAnswer, readonly string[]> = {
  fits: [],
  fits_with_condition: [
    'Your car needs a working AUX socket for the sound.',
    'Your original screen and controller have to work.',
    'Please bring the car with no aftermarket radio installed.',
  ],
  does_not_fit: [
    'Your car came with CarPlay and Android Auto, so it doesn’t need this package.',
    'Your car has no factory screen that can show CarPlay.',
    'Your factory screen is already as large as this one.',
    'No frame is made for your dashboard.',
  ],
  activation_only: [
    'Your car may only need its own CarPlay switched on. Ask us for the price.',
    'Your dealer can switch on CarPlay in this car.',
  ],
  another_photo: [
    'Please send a photo of the whole dashboard with the ignition on.',
    'Please send a photo of the main menu on the screen.',
    'Please send a photo of the controls around the shifter.',
    'Please send a photo of the label on the driver’s door frame.',
  ],
}

/** The sentence in the place of the photos. */
export function noPhotoWords({
  appointmentId,
  photoAsked,
}: Pick<OpenReview, 'appointmentId' | 'photoAsked'>): string {
  if (photoAsked !== null) return `You asked: “${photoAsked}”`
  return appointmentId === null
    ? 'No photo came with this question. Ask for one if you need it.'
    : 'No photo yet. We emailed the customer a link to add one.'
}

/** Answers that need a text for the customer. */
export function needsNote(answer: ReviewAnswer): boolean {
  return answer === 'fits_with_condition' || answer === 'does_not_fit' || answer === 'another_photo'
}

export const answeredWords: Record<ReviewAnswer, { title: string; description: string }> = {
  fits: { title: 'Answered: it fits', description: 'We emailed the customer.' },
  fits_with_condition: { title: 'Answered: fits with a condition', description: 'We emailed the customer.' },
  does_not_fit: {
    title: 'Answered: doesn’t fit',
    description: 'Nothing was charged. We emailed the customer.',
  },
  activation_only: { title: 'Answered: activation only', description: 'We emailed the customer.' },
  another_photo: { title: 'Photo requested', description: 'We emailed the customer a link.' },
}

/** An outcome of the rules in a few words, for staff. */
export const outcomeWords: Record<FitmentOutcome, string> = {
  fits: 'Fits',
  fits_with_condition: 'Fits with a condition',
  does_not_fit: 'Doesn’t fit',
  needs_review: 'Needs a look',
  activation_only: 'Activation only',
}
