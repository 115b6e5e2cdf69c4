/** MAIL_FROM must be an address whose mailbox people read. */
export const replyHint = 'Questions? Just reply.'
