/** Characters of the shop's reason to sell a package that does not fit by the rules. */
export const longestFitmentReason = 300
