/** Told in place of the button to mail a sheet, and by the refusal of a request that is sent anyway. */
export const addressNotConfirmed =
  'The customer hasn’t confirmed this email address yet, so we can’t email documents to it. Print it, or save it as PDF.'
