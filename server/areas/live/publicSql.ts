// Pieces of SQL for lists of other areas that name residents, the derived status of beds, and their days. Apart from public.ts, because
// texts are put together while modules load: this file leads to no area that leads back.
import * as bedDaysSql from '#server/areas/live/bed/bedDaysSql'
import * as bedStatusSql from '#server/areas/live/bed/bedStatusSql'
import * as residentSql from '#server/areas/live/resident/residentSql'

export { bedDaysSql, bedStatusSql, residentSql }
