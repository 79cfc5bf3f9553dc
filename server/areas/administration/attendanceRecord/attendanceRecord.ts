// Handlers of the statistics of attendance.
import { attendanceRecord } from '#contract/administration/attendanceRecord'
import { implement } from '#server/kit/implement'
import { daysBook, personDays, whoIsHere } from './dayRead.ts'
import { listMonth, monthBook, sumsOf } from './monthRead.ts'

export default implement(attendanceRecord, {
  list: (q, who) => listMonth(who, q),
  sums: (q, who) => sumsOf(who, q),
  excel: (q, who) => monthBook(who, q),
  days: (q, who) => personDays(who, q),
  daysExcel: (q, who) => daysBook(who, q),
  now: (q, who) => whoIsHere(who, q),
})
