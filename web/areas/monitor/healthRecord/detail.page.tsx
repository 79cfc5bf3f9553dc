// 健康详情: opened from the monitors, the health records and the wall with ?oldmanId=…
import { healthRecord } from '#contract/monitor/healthRecord'
import { openPage, usePageParams } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { NightView } from './nightView.part.tsx'

export default function HealthDetail() {
  const { oldmanId, day } = usePageParams<'oldmanId' | 'day'>()
  if (!oldmanId) {
    return (
      <Empty
        title="没有选择老人"
        text="请从健康记录或床垫监测中点开一位老人。"
        acts={
          <button type="button" className="yy-link" onClick={() => openPage(healthRecord.pages.list.path)}>
            打开健康记录
          </button>
        }
      />
    )
  }
  return <NightView key={`${oldmanId} ${day ?? ''}`} oldmanId={oldmanId} day={day ?? null} />
}
