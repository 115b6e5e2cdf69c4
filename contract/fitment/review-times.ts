/** Hours before the start from which the customer of an unanswered review chooses to wait or to cancel. */
export const choiceHours = 72
