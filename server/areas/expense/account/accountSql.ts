import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
// Pieces of SQL about accounts. `t` is the resident, `ac` the account.

/** What the fees agreed for the present stay come to in a month, about: by the day they count thirty times. */
export const MONTH_FEE = `(select coalesce(sum(case c.cycle when 'MONTH' then f.price_fen * f.quantity / 1000
    when 'DAY' then 30 * f.price_fen * f.quantity / 1000 else 0 end), 0)::bigint
  from stay s join fee_set f on f.org_id = s.org_id and f.stay_id = s.stay_id
  join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
  where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
    and f.from_date <= current_date and (f.to_date is null or f.to_date > current_date))`

/** Something unpaid is past its day. */
export const OWES = 'coalesce(ac.owed_since < current_date, false)'

/** Lives here, and what is on the account does not last for another month. */
export const SHORT = `(t.status in (${IN_HOUSE}) and ac.balance_fen + ac.gift_fen < ${MONTH_FEE})`

/** Booking money that no reservation stands behind: somebody has to say where it goes. */
export const BOOKING_LOOSE = `(ac.booking_fen > 0 and t.status <> ${ResidenceStatus.is.reserved})`

/** Somebody who lives here or is expected, and every account on which there is something. */
export const IN_USE = `(t.status in (${ResidenceStatus.is.living}, ${ResidenceStatus.is.trial},
  ${ResidenceStatus.is.reserved}) or ac.balance_fen <> 0 or ac.gift_fen <> 0 or ac.deposit_fen <> 0
  or ac.booking_fen <> 0 or ac.owed_fen <> 0 or ac.sealed)`
