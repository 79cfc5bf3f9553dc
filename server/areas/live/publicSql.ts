// Pieces of SQL for lists of other areas that name residents, and the derived status of beds. Apart from public.ts, because
// texts are put together while modules load: this file leads to no area that leads back.
import * as bedStatusSql from './bedStatusSql.ts'
import * as residentSql from './residentSql.ts'

export { bedStatusSql, residentSql }
