// Nights of a resident of another department do not exist for a nurse of this one.
import { rowResident } from '#server/areas/live/test/outingRows'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

const ELSEWHERE = '长青楼护理组'

export default foreignIds((product) => {
  const resident = (more: Record<string, string> = {}): Foreign => ({
    as: 'lixiaomei',
    params: async () => ({ oldmanId: await rowResident(product(), ELSEWHERE), ...more }),
  })
  return {
    'monitor.healthRecord.view': resident(),
    'monitor.healthRecord.heartStatistics': resident(),
    'monitor.healthRecord.breathStatistics': resident(),
    'monitor.healthRecord.statistics': resident({ status: 'bed' }),
  }
})
