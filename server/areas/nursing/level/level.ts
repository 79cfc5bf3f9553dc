// Handlers of the nursing levels.
import { SEE_PRICES } from '#contract/expense/feeSettings'
import { type LevelData, level } from '#contract/nursing/level'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'

export default implement(level, {
  list: async (query, who) => {
    const start = query.levelName ? contains(query.levelName.toLowerCase())?.slice(1) : null
    const page = await pageOfRows<LevelData>(
      who.app.pool,
      {
        from: 'nursing_level t',
        key: 'level_id',
        select: `t.level_id as "levelId", t.level_name as "levelName", t.price_fen as "priceFen", t.remark, t.enabled, t.sort`,
        filters: [
          ['t.org_id = ?', who.orgId],
          [
            `(t.level_name like (?::text[])[1] or t.initials like (?::text[])[2] or t.pinyin like (?::text[])[2])`,
            query.levelName ? [contains(query.levelName), start] : null,
          ],
          ['t.enabled = (? = 1)', query.enabled],
        ],
        sorts: { levelName: 't.level_name', priceFen: 't.price_fen', sort: 't.sort' },
        defaultSort: 't.sort',
      },
      query,
    )
    return who.may(SEE_PRICES) ? page : { ...page, list: page.list.map((row) => ({ ...row, priceFen: null })) }
  },
})
