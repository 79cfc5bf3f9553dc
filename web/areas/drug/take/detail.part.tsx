// One take with everything that happened to it, also what was taken back, and the batches it came from.
import { drugTake } from '#contract/drug/take'
import type { DrugTakeRowData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState } from '#contract/drug/useWords'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'

const ACTS: Readonly<Record<string, string>> = {
  setOut: '摆药',
  check: '核对',
  give: '发药到口',
  refuse: '记为拒服',
  vomit: '记为呕吐',
  retry: '再试',
  late: '补记',
  putBack: '收回药盒',
  undo: '撤销',
  along: '带药外出',
  alongBack: '带药带回',
  handle: '处理',
  effect: '记录效果',
  stop: '停药',
  miss: '到时限未服',
}

export function TakeDrawer({ row, onClose }: { row: DrugTakeRowData | null; onClose(): void }) {
  const shown = useShown(row)
  const of = useCall(drugTake.calls.get, row ? { takeId: row.takeId } : null)
  return (
    <DetailDrawer
      open={row !== null}
      title="服药经过"
      about={shown && `${shown.oldmanName} ${shown.planTime.slice(5, 16)}`}
      of={of}
      what="服药记录"
      asks={false}
      onClose={onClose}
    >
      {(take) => (
        <div className="yy-stack yy-gap-16">
          <div className="yy-row yy-gap-12">
            <ResidentCell row={take} link />
            <BedPath path={take.bedPath} />
            <StatusTag option={DrugTakeState.find(take.state)!} />
          </div>
          <Facts
            columns={3}
            facts={[
              { label: '药品', value: `${take.drugName} ${take.spec}` },
              { label: '剂量', value: [take.doseText, take.doseWeight].filter(Boolean).join(' ') },
              { label: '途径', value: [DrugRoute.label(take.route), take.giveHow].filter(Boolean).join('，') },
              { label: '计划时间', value: take.planTime.slice(0, 16) },
              { label: '服药时间', value: take.doneAt?.slice(0, 16) ?? '—' },
              { label: '记录时间', value: take.recordedAt?.slice(0, 16) ?? '—' },
              { label: '摆药', value: take.setOutName ?? '—' },
              {
                label: '核对',
                value: take.checkedName ? `${take.checkedName}${take.alone ? '（夜间一人）' : ''}` : '—',
              },
              { label: '发药', value: take.doneName ?? '—' },
              ...(take.reason ? [{ label: '原因', value: take.reason }] : []),
              ...(take.asked ? [{ label: '请示医生', value: take.asked }] : []),
              ...(take.effect ? [{ label: '用药效果', value: take.effect }] : []),
              ...(take.handling
                ? [
                    {
                      label: '处理',
                      value: `${take.handledName ?? ''} ${take.handling}${take.toldDoctor ? '，已告知医生' : ''}${take.toldFamily ? '，已告知家属' : ''}`,
                    },
                  ]
                : []),
            ]}
          />
          {take.batches.length > 0 && (
            <section className="yy-stack yy-gap-6">
              <h4 className="yy-no-margin">用的批号</h4>
              {take.batches.map((one) => (
                <span key={`${one.batchNo} ${one.expiry}`}>
                  批 {one.batchNo || '—'}，有效期至 {one.expiry}，{one.quantity} {take.unit}
                </span>
              ))}
            </section>
          )}
          <section className="yy-stack yy-gap-6">
            <h4 className="yy-no-margin">经过</h4>
            {take.acts.length === 0 && <span className="yy-second">还没有人动过。</span>}
            <ol className="yy-plain-list yy-stack yy-gap-6">
              {take.acts.map((one) => (
                <li key={one.step} className="yy-row yy-gap-8 yy-wrap">
                  <time className="yy-second">{one.at.slice(5, 16)}</time>
                  <b>{ACTS[one.act] ?? one.act}</b>
                  <span>{one.byName ?? '系统'}</span>
                  <span className="yy-second">
                    {one.fromState === one.toState
                      ? ''
                      : `${DrugTakeState.label(one.fromState)} → ${DrugTakeState.label(one.toState)}`}
                    {one.words ? `　${one.words}` : ''}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </DetailDrawer>
  )
}
