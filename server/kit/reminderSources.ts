// What people have to be reminded of: an area says it by exporting `reminders` from its public.ts. Each source is one
// statement over a whole organisation; the reminders are made, closed and told from it (server/areas/administration/remind).
import type pg from 'pg'
import type { RemindTypeValue } from '#contract/kit/remindType'

export interface ReminderSource {
  /** Unique among all areas, and kept with every reminder: never changed. */
  key: string
  type: RemindTypeValue
  /** 合同文书到期 */
  title: string
  /** When it reminds, in words for whoever sets the rules. */
  what: string
  /** Days before the due day on which people are told, unless the house decides otherwise. */
  leads: readonly number[]
  /** The same where another setting already says it. */
  leadsOf?(client: pg.Pool | pg.ClientBase, orgId: string): Promise<readonly number[]>
  /** From the due day on told again every so many days while nobody has dealt with it. */
  repeatDays?: number
  /** Codes joined by |: who sees and is told what this is about. */
  needs: string
  /** Administrators are told as well, not only where nobody else holds the permission. */
  adminsToo?: boolean
  /** What there is to do: 续签合同. */
  act: string
  route(of: { recordId: string; oldmanId: string | null }): string
  /** What became of the cause, as the reason of a reminder that closes itself: 合同已续签或终止. */
  gone: string
  /**
   * $1 organisation, $2 the day, $3 how many days ahead to look, $4 the first day to look at where a cause passes by itself:
   * rows of record_id text, due_day date, dept_id, oldman_id, owner_id (whose business it is first), title and content.
   * Everything that stands is a row, however long it has been due.
   */
  sql: string
  /** The tables it reads; reminders are looked at again when one of them was written (kept.ts). */
  reads: readonly string[]
  /** The cause ends by itself with the due day: a birthday. */
  passes?: boolean
  /** The cause has no day of its own: the reminder is due when it is noticed, and one stands per record. */
  standing?: boolean
  /** People hear of it at once in another way, which is said here; reminders of it are listed and not told. */
  toldElsewhere?: string
  /** Costs much: between the nights it is looked at again after some minutes at the earliest. */
  costly?: boolean
}
