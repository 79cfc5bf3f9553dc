// Outings and applications of another department do not exist for a nurse of this one.
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowApply } from './applyRows.ts'
import { rowOuting, rowResident } from './outingRows.ts'

const ELSEWHERE = '长青楼护理组'

export default foreignIds((product) => {
  const outing = (as: string, dept: string): Foreign => ({
    as,
    params: async () => ({ outId: (await rowOuting(product(), { dept })).outId }),
  })
  return {
    'live.outing.detail': outing('lixiaomei', ELSEWHERE),
    'live.outing.audit': outing('hejing', '财务部'),
    'live.residenceAudit.detail': {
      as: 'hejing',
      params: () => rowApply(product(), { dept: '财务部' }),
    },
    'live.outing.resident': {
      as: 'lixiaomei',
      params: async () => ({ oldmanId: await rowResident(product(), ELSEWHERE) }),
    },
  }
})
