// One shift: its day, its rules, what it serves and who works by it.
import { Button } from 'antd'
import { attendanceShift, type ShiftRowData } from '#contract/administration/attendanceShift'
import { ScheduleMode, ShiftEnable } from '#contract/administration/attendanceWords'
import { minutesWords, periodWords } from '#contract/administration/shiftTime'
import { pathText } from '#web/kit/fields/place'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { DayBar, ShiftChip, windowWords } from './dayBar.part.tsx'

export function ShiftDrawer(props: { shift: ShiftRowData | null; onEdit(shift: ShiftRowData): void; onClose(): void }) {
  const { shift, onEdit, onClose } = props
  const shown = useShown(shift)
  const of = useCall(attendanceShift.calls.get, shown ? { shiftPkId: shown.shiftPkId } : null)
  const mayEdit = useMay()(attendanceShift.calls.save.needs)
  return (
    <DetailDrawer
      open={shift !== null}
      title={shown?.shiftName ?? '班次'}
      about={shown && <StatusTag option={ShiftEnable.find(of.data?.isEnable ?? shown.isEnable)!} />}
      width={720}
      of={of}
      what="班次"
      asks={false}
      onClose={onClose}
      foot={
        mayEdit && shown ? (
          <DrawerFoot>
            <Button type="primary" onClick={() => onEdit(shown)}>
              修改班次
            </Button>
          </DrawerFoot>
        ) : undefined
      }
    >
      {(row) => (
        <div className="yy-stack yy-gap-16">
          <span className="yy-row yy-gap-8">
            <ShiftChip shortName={row.shortName} tone={row.tone} />
            <b>{periodWords(row.workPeriod)}</b>
          </span>
          <DayBar {...row} />
          <Facts
            facts={[
              { label: '工时', value: minutesWords(row.workMinutes) },
              { label: '休息', value: row.restMinutes > 0 ? minutesWords(row.restMinutes) : '不扣' },
              { label: '打卡', value: windowWords(row), wide: true },
              { label: '迟到宽限', value: minutesWords(row.lateGrace) },
              { label: '早退宽限', value: minutesWords(row.earlyGrace) },
              { label: '算旷工', value: `超过 ${minutesWords(row.absentAfter)}` },
              { label: '夜班', value: row.night ? '是' : '否' },
              { label: '考勤组', value: row.groups.join('、') || '还没有考勤组使用', wide: true },
              { label: '备注', value: row.remark ?? '—', wide: true },
            ]}
          />
          <section>
            <h3 className="yy-heading yy-below-8">
              服务范围{row.scheduleMode !== null && `（${ScheduleMode.label(row.scheduleMode)}，${row.placeCount} 个）`}
            </h3>
            {row.scheduleMode === null ? (
              <p className="yy-second yy-no-margin">当班的人服务本部门全部老人</p>
            ) : (
              <ul className="yy-plain-list yy-stack yy-gap-4">
                {row.places.map((one) => (
                  <li key={one.placeId}>{pathText(one.path)}</li>
                ))}
                {row.hiddenPlaces > 0 && <li className="yy-second">另有 {row.hiddenPlaces} 个不在您的数据范围内</li>}
              </ul>
            )}
          </section>
        </div>
      )}
    </DetailDrawer>
  )
}
