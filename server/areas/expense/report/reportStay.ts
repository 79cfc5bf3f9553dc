// Handlers of the reports around a stay.
import { reportStay } from '#contract/expense/reportStay'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { bookingReport, reservationReport } from './reportBooking.ts'
import { checkOutReport } from './reportCheckOut.ts'

export default amountsOnly(
  implement(reportStay, {
    reservation: reservationReport,
    booking: bookingReport,
    checkOut: checkOutReport,
  }),
)
