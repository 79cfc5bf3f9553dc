// Pieces of SQL for lists of other areas that name residents, the derived status of beds, and their days. Apart from public.ts, because
// texts are put together while modules load: this file leads to no area that leads back.
import * as bedDaysSql from './bedDaysSql.ts'
import * as bedStatusSql from './bedStatusSql.ts'
import * as residentSql from './residentSql.ts'

export { bedDaysSql, bedStatusSql, residentSql }
