// What the ledger says of a cashier's day `c`.

/** l.count trades by outside ways, l.cash_in and l.cash_out, l.due what is to be handed over. */
export const CASH_SUMS = `left join lateral (
  select count(*) as count, coalesce(sum(x.cash_fen) filter (where not x.refund), 0)::bigint as cash_in,
    coalesce(-sum(x.cash_fen) filter (where x.refund), 0)::bigint as cash_out, coalesce(sum(x.cash_fen), 0)::bigint as due
  from ledger x where x.org_id = c.org_id and x.day = c.day and x.user_id = c.user_id and x.cash_fen <> 0) l on true`
