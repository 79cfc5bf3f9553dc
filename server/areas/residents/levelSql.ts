// Nursing levels by days: the rows of `stay_level`, each from its day on.

/** The level that a stay (alias) has on a day of it; null where it is not known. */
export const levelOn = (
  stay: string,
  day: string,
) => `(select x.level_id from stay_level x where x.org_id = ${stay}.org_id
  and x.stay_id = ${stay}.stay_id and x.from_date <= ${day} order by x.from_date desc limit 1)`

/** The level of today, or that of the last day lived here. A stay that ended where it began has one, too. */
export const lastLevel = (stay: string) =>
  levelOn(stay, `greatest(${stay}.start_date, least(${stay}.end_date - 1, current_date))`)

/** The change that is agreed for a day to come; `column` of `stay_level`. */
export const nextLevel = (stay: string, column: 'level_id' | 'from_date') => `(select x.${column} from stay_level x
  where x.org_id = ${stay}.org_id and x.stay_id = ${stay}.stay_id and x.from_date > current_date order by x.from_date limit 1)`
