/** For an appointment at a suspended shop. */
export const shopTakesNoChanges =
  'This shop can’t take changes right now. Your appointment is still on. You can cancel for free.'
