import type { CustomerAppointment } from '../../contract/booking/appointments.ts'

type Reviewed = Pick<CustomerAppointment, 'status' | 'fitment'>

/** The open check of the car by the shop; null without one. */
export function openReviewOf({ status, fitment }: Reviewed) {
  const isOpen = status === 'scheduled' || status === 'pending'
  return isOpen ? (fitment?.review ?? null) : null
}

const conditionTitles = {
  customer: 'You confirmed:',
  reviewer: 'The shop confirmed the fit if this is true:',
}

/** The conditions under which the package of an appointment was found to fit; null without one. */
export function conditionWords({ status, fitment }: Reviewed): { title: string; texts: string[] } | null {
  if (fitment?.verdict !== 'fits_with_condition' || status === 'cancelled') return null
  const texts = fitment.conditions.map(({ text }) => text)
  if (texts.length === 0) return null
  return { title: conditionTitles[fitment.isReviewed ? 'reviewer' : 'customer'], texts }
}

const no = 'If the package doesn’t fit, we cancel the appointment and release your hold.'

/** An appointment whose choice came late has until its start, so this names no hour. */
const undecided = 'Without an answer before the appointment, we cancel it and release your hold.'

/** The title and the next step of an appointment that waits for the shop's check. */
export function reviewWords(review: NonNullable<ReturnType<typeof openReviewOf>>): {
  title: string
  words: string
} {
  const { photoAsked, photoCount, isChoiceDue, isWaiting } = review
  if (photoAsked !== null)
    return {
      title: 'The shop asks for another photo of your car.',
      words: `“${photoAsked}” ${isChoiceDue ? undecided : no}`,
    }
  if (isChoiceDue)
    return {
      title: 'The shop hasn’t confirmed yet that the package fits your car.',
      words: `${isWaiting ? 'You chose to wait.' : 'You can wait, or cancel below.'} ${undecided}`,
    }
  if (photoCount === 0)
    return {
      title: 'We need to see your car before the appointment.',
      words: `Add a photo of the dashboard with the ignition on. The shop answers by the next working day. ${no}`,
    }
  return {
    title: 'The shop is checking your photos.',
    words: `We’ll email you the answer by the next working day. ${no}`,
  }
}
