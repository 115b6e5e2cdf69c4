/**
 * Lengths and counts that both sides use: schemas and queries here and on the server, fields on the pages.
 */

/** Characters of the reason of a decision about an appointment or a shop. */
export const longestReason = 300
/** Characters of the reason of a decision about a customer. */
export const longestCustomerReason = 200
/** Characters of an email address. */
export const longestEmail = 254
/** Characters of a search in Appointment Management. */
export const longestSearch = 200
/** Characters of a search that are read at all; a longer text is no search. */
export const mostSearched = 2000
export const searchTooLong = 'Please search for something shorter'
/** Characters of a note about a contact. */
export const longestContactNote = 500
/** Entries of one page of a shop's audit trail. */
export const historyPageSize = 50
/** Customers, networks and vehicles of one reply. */
export const mostWatched = 50
/** Bytes of a photo as it is sent. */
export const photoBytes = 12 * 1024 * 1024
/** Photos of one fitment review. */
export const photosOfReview = 3
/** Bytes of one import of fitment data. */
export const mostFitmentBytes = 2 * 1024 * 1024
/** Versions of the fitment data in one reply. */
export const fitmentVersionsPage = 10
/** Changes, verdicts and appointments that one preview lists; their totals count all. */
export const mostListedChanges = 100
/** Characters of a note about a job. */
export const longestWorkNote = 500
/** Notes of one job. */
export const notesOfJob = 100
/** Miles of an odometer. */
export const mostMileage = 999_999
/** Photos of one job. */
export const photosOfJob = 30
/** Lines of a signature, and points of all of them: more would not fit into a request. */
export const mostSignatureStrokes = 60
export const mostSignaturePoints = 4000
/** Cents of everything that one job can cost, be paid or be refunded: the most that a request may name. */
export const mostJobCents = 100_000_000
/** Cents of one line of a price. */
export const mostLineCents = 500_000
/**
 * Cents of a total, and of an extra amount: the card provider charges no less.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const leastTotalCents = 50
/** Lines of the price of one job, without removed ones. */
export const linesOfPrice = 20
/** Characters of the words of a line of a price. */
export const longestLineWords = 80
/** Bays of a shop in use. */
export const baysInUse = 50
/** Passkeys of one account. */
export const passkeysOfAccount = 20
/** Cents of one recorded payment of a statement. */
export const mostPayoutCents = 100_000_000
/** Characters of the reference of a bank transfer. */
export const longestPayoutReference = 80
