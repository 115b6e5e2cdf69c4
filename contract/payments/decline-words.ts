/**
 * The refusals of a card in words for its customer; a hold keeps them. Few, because the bank's reason, such
 * as a wrong security code or too little money, tells a thief that the number is good.
 */
export const declineSentences = {
  declined: 'Your card was declined. Please check its details, or use another card.',
  expired: 'Your card has expired. Please use another card.',
  callBank: 'Your bank needs to hear from you first. Call the number on your card, then try again.',
  notConfirmed:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  unusable: 'We couldn’t use this card. Enter it again.',
} as const
type Decline = keyof typeof declineSentences

const staffSentences: Record<Decline, string> = {
  declined: 'The bank declined it.',
  expired: 'The card has expired.',
  callBank: 'The bank wants to hear from the customer first.',
  notConfirmed: 'The customer couldn’t confirm it with the bank.',
  unusable: 'The card can’t be used.',
}

const ofCustomer = new Map<string, Decline>(
  Object.entries(declineSentences).map(([decline, sentence]) => [sentence, decline as Decline]),
)

/** The same refusal in words for staff. A sentence of another kind, as of older holds, stays. Pure. */
export function declineForStaff(sentence: string): string {
  const decline = ofCustomer.get(sentence)
  return decline === undefined ? sentence : staffSentences[decline]
}

/** The same for a customer on a page that has no way to enter a card, and whether another try may help. */
const savedCardWords: Record<Decline, { sentence: string; canTryAgain: boolean }> = {
  declined: { sentence: 'Your bank declined it.', canTryAgain: true },
  expired: { sentence: 'Your card has expired.', canTryAgain: false },
  callBank: {
    sentence: 'Your bank needs to hear from you first. Call the number on your card.',
    canTryAgain: true,
  },
  notConfirmed: { sentence: 'It wasn’t confirmed with your bank.', canTryAgain: true },
  unusable: { sentence: 'Your card can’t be used.', canTryAgain: false },
}

/**
 * The refusal of a further hold on the saved card, with what its customer can do there. `isFinal`: the bank
 * will not change its answer. Of a sentence of another kind its words stay. Pure.
 */
export function declineOfSavedCard(refusal: string, isFinal = false): string {
  const decline = ofCustomer.get(refusal)
  const { sentence, canTryAgain } = decline
    ? savedCardWords[decline]
    : { sentence: refusal, canTryAgain: true }
  const way = canTryAgain && !isFinal ? 'Try again, or pay at the shop.' : 'You can pay at the shop.'
  return `${sentence} Nothing more is held. ${way}`
}
