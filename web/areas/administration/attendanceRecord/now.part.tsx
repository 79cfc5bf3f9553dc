// Who is here at this moment: those who are missing and late first. It follows the clockings as they come.
import { useState } from 'react'
import { attendanceRecord, NowState, type NowStateValue } from '#contract/administration/attendanceRecord'
import { clock } from '#contract/administration/clock'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

const hm = (at: string | null) => at?.slice(11, 16) ?? '—'

export function NowDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [only, setOnly] = useState<NowStateValue | null>(null)
  const of = useCall(attendanceRecord.calls.now, open ? {} : null, { keepPrevious: true })
  useEvent(clock.events.punched, () => void (open && of.refetch()))
  return (
    <SideDrawer
      open={open}
      title={`今日在岗${of.data ? `（${of.data.at.slice(11, 16)}）` : ''}`}
      width={960}
      onClose={onClose}
    >
      <Loaded of={of} what="今日在岗">
        {(data) => (
          <>
            <div className="yy-row yy-gap-8 yy-wrap">
              {data.counts
                .filter((one) => one.count > 0)
                .map((one) => (
                  <button
                    key={one.state}
                    type="button"
                    className="yy-link"
                    aria-pressed={only === one.state}
                    onClick={() => setOnly(only === one.state ? null : one.state)}
                  >
                    <StatusTag family={NowState.find(one.state)?.family ?? 'slate'}>
                      {NowState.label(one.state)} {one.count}
                    </StatusTag>
                  </button>
                ))}
            </div>
            <table className="yy-att-table yy-lined yy-plain-table">
              <thead>
                <tr>
                  <th>姓名</th>
                  <th>部门</th>
                  <th>班次</th>
                  <th>应到</th>
                  <th>打卡</th>
                  <th>现在</th>
                </tr>
              </thead>
              <tbody>
                {data.rows
                  .filter((row) => only === null || row.state === only)
                  .map((row) => (
                    <tr key={row.empId}>
                      <td>
                        <b>{row.empName}</b>
                      </td>
                      <td>{row.deptName}</td>
                      <td>{row.shiftName ?? '—'}</td>
                      <td>{row.planOn ? `${hm(row.planOn)} – ${hm(row.planOff)}` : '—'}</td>
                      <td>
                        {hm(row.actualOn)} {row.actualOff && `– ${hm(row.actualOff)}`}
                      </td>
                      <td>
                        <StatusTag option={NowState.find(row.state)!} /> {row.minutes > 0 && `${row.minutes} 分钟`}
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </>
        )}
      </Loaded>
    </SideDrawer>
  )
}
