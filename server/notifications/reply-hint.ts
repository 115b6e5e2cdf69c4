/** MAIL_FROM must be an address whose mailbox people read. */
export const howToAsk = 'Questions? Answer this mail.'
