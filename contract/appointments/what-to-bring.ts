/** What the shop needs to put the screen in and to try it out, as My Appointments, the mail and the calendar entry tell it. */
export const whatToBring = [
  'Every key you need to drive and lock the car',
  'Your phone and its charging cable, to try the new screen',
  'A quarter tank of fuel or charge, for the test',
  'An empty glove box and center console, to reach behind them',
] as const
