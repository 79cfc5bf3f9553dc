// Nursing levels: what care a resident gets, and what it costs by the month.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, int, nul, obj, opt, type Static, str } from '#contract/kit/schema'

const Level = obj({
  levelId: str(),
  levelName: str('护理等级'),
  /** By the month. Null for who neither reads fees nor agrees any. */
  priceFen: nul(fenSchema('每月价格')),
  remark: nul(str('说明')),
  enabled: bool('启用'),
  sort: int('排序'),
})
export type LevelData = Static<typeof Level>

export const level = noun('nursing', 'level', {
  title: '护理等级',
  calls: {
    /** Every form that names a level reads it. */
    list: call.get('/pims/web-org/levels', {
      needs: 'signedIn',
      act: '护理等级列表',
      query: pageQuery({
        levelName: opt(str('护理等级')),
        /** 1: only those that may still be chosen. */
        enabled: opt(int('启用', { min: 0, max: 1 })),
      }),
      data: pageOf(Level),
    }),
  },
})
