/** The first supported model year. */
export const firstVehicleYear = 2010

/**
 * The supported makes and models. Separate from the vehicle schemas, so that a page can load it without them.
 */
export const modelsByMake = {
  BMW: ['3 Series', '5 Series', '7 Series', 'X3', 'X5'],
  Mercedes: ['C-Class', 'E-Class', 'S-Class', 'GLE', 'GLS'],
  Audi: ['A4', 'A6', 'A8', 'Q5', 'Q7'],
  Lexus: ['ES', 'LS', 'RX', 'NX', 'GX'],
} as const satisfies Record<string, readonly string[]>
