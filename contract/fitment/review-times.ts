/** Hours before the start at which an open review stands in Needs attention. */
export const attentionHours = 96
/** Hours before the start from which the customer of an open review chooses to wait or to cancel. */
export const choiceHours = 72
/** Hours before the start at which an appointment with an open review is cancelled. */
export const giveUpHours = 24
