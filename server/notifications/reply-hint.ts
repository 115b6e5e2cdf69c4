/** The sender's address is read by people: MAIL_FROM must be one that is. */
export const howToAsk = 'Questions? Answer this mail.'
