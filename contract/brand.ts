/** The product's name as customers read it. A chain of shops puts its own here. */
export const brandName = 'Dashfit'
