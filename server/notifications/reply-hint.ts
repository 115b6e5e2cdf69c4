/** The sender's address is read by people: MAIL_FROM must be one that is. */
export const replyHint = 'Questions? Answer this mail.'
