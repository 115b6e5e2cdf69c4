/** The anchor of the price in the details of an appointment, which loads on its own. */
export const detailsPriceId = 'details-price'
