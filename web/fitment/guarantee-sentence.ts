/** Apart from the other words, so that the landing page loads nothing else. */
export const guaranteeSentence = "If we say it fits and it doesn't, you pay nothing."
