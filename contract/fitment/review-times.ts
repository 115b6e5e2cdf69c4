/** Hours before the start at which an open review stands in Needs attention. */
export const attentionHours = 96
/** Hours before the start from which the customer of an open review chooses to wait or to cancel. */
export const choiceHours = 72
/** Hours from the opening of a review to the customer's choice, at least: the shop's time for an answer. */
export const answerHours = 24
/** Hours before the start at which an appointment with an open review is cancelled. */
export const giveUpHours = 24
/** Days after which an unanswered request without an appointment ends. */
export const requestDays = 30

const hourMs = 3_600_000

/** Whether the customer of a review that is open at `now` is to choose. All times are instants. */
export function isChoiceDue(review: { openedAt: number; startsAt: number; now: number }): boolean {
  const { openedAt, startsAt, now } = review
  return startsAt - now <= choiceHours * hourMs && now - openedAt >= answerHours * hourMs
}
