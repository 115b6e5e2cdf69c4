/** The product's name for customers. A chain of shops sets its own here. */
export const brandName = 'Dashfit'
