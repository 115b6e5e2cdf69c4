/** The sentences of the rules themselves: for the customer, and for the people of the shop. */
const sentences = {
  unknown: {
    customer:
      'We don’t have fitment data for this car yet. Send us a photo of the dashboard and we’ll check it.',
    shop: 'We don’t have fitment data for this car yet.',
  },
  contradiction: {
    customer:
      'Your answers don’t match the systems we know for this car. Send us a photo of the dashboard and we’ll check it.',
    shop: 'The customer’s answers don’t match the systems we know for this car.',
  },
  vin: {
    customer:
      'The VIN belongs to a different car than the one you chose. Send us a photo of the dashboard and we’ll check it.',
    shop: 'The VIN belongs to a different car than the one the customer chose.',
  },
  generations: {
    customer:
      'Two generations of this car were sold in that model year. Enter your VIN, or send us a photo of the dashboard.',
    shop: 'Two generations of this car were sold in that model year.',
  },
  several: {
    customer: 'This car came with different systems. Send us a photo of the dashboard and we’ll check yours.',
    shop: 'This car came with different systems.',
  },
  uncertain: {
    customer: 'We’re not certain about this car yet. Send us a photo of the dashboard and we’ll check it.',
    shop: 'We’re not certain about this car yet.',
  },
  unasked: {
    customer: 'This package fits some of these cars. Send us a photo of the dashboard and we’ll check yours.',
    shop: 'This package fits some of these cars.',
  },
  reopened: {
    customer: 'One of these cars didn’t fit. Send us a photo of the dashboard and we’ll check yours.',
    shop: 'One of these cars didn’t fit.',
  },
  condition: {
    customer: 'Fits if this is true for your car:',
    shop: 'Fits if this is true for the car:',
  },
} as const

type Reason = keyof typeof sentences

/** The reasons of verdicts, for the customer. An appointment keeps the sentence. */
export const fitmentReasons = Object.fromEntries(
  Object.entries(sentences).map(([reason, { customer }]) => [reason, customer]),
) as Readonly<Record<Reason, string>>

/** A reason as the shop reads it. The text of a rule is quoted: it speaks to the customer. */
export function reasonForShop(reason: string): string {
  if (reason === '') return ''
  const known = Object.values(sentences).find(({ customer }) => customer === reason)
  return known ? known.shop : `The customer reads: “${reason}”`
}
