/** How long a customer waits for a refund to show. */
export const bankDays = 'Banks take 5 to 10 business days to show a refund.'
