/** Preparation list for My Appointments, the confirmation mail and the calendar entry. */
export const whatToBring = [
  'Every key you need to drive and lock the car',
  'Your phone and its charging cable, to try the new screen',
  'A quarter tank of fuel or charge, for the test',
  'An empty glove box and center console, to reach behind them',
] as const
