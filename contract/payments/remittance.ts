import { brandName } from '../brand.ts'

/** Told wherever a shop or an administrator reads about the tax: the product only names it. */
export const remittanceSentence = `${brandName}’s accountant decides who remits the sales tax.`
