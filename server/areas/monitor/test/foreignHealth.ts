// Nights of an elder of another department do not exist for a nurse of this one.
import { rowElder } from '#server/areas/live/test/outingRows'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

const ELSEWHERE = '长青楼护理组'

export default foreignIds((product) => {
  const elder = (more: Record<string, string> = {}): Foreign => ({
    as: 'lixiaomei',
    params: async () => ({ oldmanId: await rowElder(product(), ELSEWHERE), ...more }),
  })
  return {
    'monitor.healthRecord.view': elder(),
    'monitor.healthRecord.heartStatistics': elder(),
    'monitor.healthRecord.breathStatistics': elder(),
    'monitor.healthRecord.statistics': elder({ status: 'bed' }),
  }
})
