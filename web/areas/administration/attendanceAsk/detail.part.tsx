// One ask beside the list: what is asked, the shifts of those days and who else is there, what was clocked, what speaks
// against it.
import { Button } from 'antd'
import { Paperclip } from 'lucide-react'
import { type AskDay, type AskDetail, type AskKindValue, attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState, AttendanceResult, PunchSource } from '#contract/administration/attendanceWords'
import { CellKind } from '#contract/administration/rosterWords'
import { nameOfUrl } from '#web/kit/fields/uploading'
import { allowedActions, type ListHandle, titleOf } from '#web/kit/list/acts'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { askActs, askWords } from './acts.ts'
import { whenWords } from './columns.tsx'

const NO_LIST = { openForm: () => undefined } as unknown as ListHandle

function Day({ day }: { day: AskDay }) {
  const results = [day.onResult, day.offResult].filter((one) => one !== null).map((one) => AttendanceResult.label(one!))
  return (
    <tr>
      <td>{day.day.slice(5)}</td>
      <td className={day.meets ? 'yy-strong' : undefined}>
        {day.shiftName ?? (day.kind ? CellKind.label(day.kind) : '没有排班')}
        {day.shiftName && <div className="yy-second yy-one-line">{day.times}</div>}
      </td>
      <td>{day.colleagues.join('、') || '—'}</td>
      <td>{day.free.join('、') || '—'}</td>
      <td>{results.join(' / ') || '—'}</td>
    </tr>
  )
}

function Body({ row }: { row: AskDetail }) {
  return (
    <div className="yy-stack yy-gap-16">
      {row.warnings.length > 0 && (
        <ul className="yy-plain-list yy-amber yy-stack yy-gap-4" aria-label="请注意">
          {row.warnings.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          { label: '员工', value: `${row.empName}　${row.deptName ?? ''}` },
          { label: '申请', value: askWords(row) },
          { label: '时间', value: whenWords(row), wide: true },
          ...(row.place ? [{ label: '外勤地点', value: row.place }] : []),
          { label: '事由', value: row.reason, wide: true },
          {
            label: '申请人',
            value: `${row.askedName}　${row.createTime.slice(0, 16)}${row.askedBy === row.empId ? '' : '（代填）'}`,
            wide: true,
          },
          ...(row.annual
            ? [
                {
                  label: `${row.annual.year} 年年假`,
                  value:
                    row.annual.granted === null
                      ? '没有入职日期，算不出'
                      : `应休 ${row.annual.granted} 天，已休 ${row.annual.used} 天，剩 ${row.annual.left} 天`,
                },
              ]
            : []),
          ...(row.decidedName
            ? [
                {
                  label: '审批',
                  value: `${row.decidedName}　${row.decidedAt?.slice(0, 16)}　${row.decideNote ?? ''}`,
                  wide: true,
                },
              ]
            : []),
        ]}
      />
      {row.files.length > 0 && (
        <section className="yy-stack yy-gap-6">
          <h4 className="yy-heading yy-no-margin">附件</h4>
          {row.files.map((url) => (
            <a key={url} className="yy-row yy-gap-8" href={url} target="_blank" rel="noreferrer">
              <Paperclip size={14} aria-hidden /> {nameOfUrl(url)}
            </a>
          ))}
        </section>
      )}
      <section className="yy-stack yy-gap-6">
        <h4 className="yy-heading yy-no-margin">那几天的班次</h4>
        <table className="yy-ask-days">
          <thead>
            <tr>
              <th>日期</th>
              <th>班次</th>
              <th>同班同事</th>
              <th>当天休息、可顶班</th>
              <th>考勤结果</th>
            </tr>
          </thead>
          <tbody>
            {row.days.map((day) => (
              <Day key={day.day} day={day} />
            ))}
          </tbody>
        </table>
      </section>
      {row.kind === 'CORRECTION' && (
        <section className="yy-stack yy-gap-6">
          <h4 className="yy-heading yy-no-margin">打卡记录</h4>
          {row.punches.length === 0 && <p className="yy-second yy-no-margin">前后没有打卡。</p>}
          {row.punches.map((one) => (
            <span key={`${one.at}${one.source}`}>
              {one.at.slice(0, 16)}　{PunchSource.label(one.source)}　{one.placeName}
            </span>
          ))}
        </section>
      )}
    </div>
  )
}

export interface Chosen {
  kind: AskKindValue
  askId: string
}

export function AskDrawer({ chosen, onClose }: { chosen: Chosen | null; onClose(): void }) {
  const shown = useShown(chosen)
  const may = useMay()
  const leave = useCall(attendanceAsk.calls.leave, shown?.kind === 'LEAVE' ? { leaveId: shown.askId } : null, {
    silent: true,
  })
  const correction = useCall(
    attendanceAsk.calls.correction,
    shown?.kind === 'CORRECTION' ? { correctionId: shown.askId } : null,
    { silent: true },
  )
  const of = shown?.kind === 'CORRECTION' ? correction : leave
  const row = of.data
  const acts = row ? allowedActions(askActs, row, may) : []
  return (
    <DetailDrawer
      open={chosen !== null}
      title={row ? `${row.empName}　${askWords(row)}` : '请假与补卡'}
      about={row && <StatusTag option={AskState.find(row.state)!} />}
      what="申请"
      lines={8}
      of={of}
      none={<p className="yy-second">这条申请不存在，或不在您的数据范围内。</p>}
      asks={false}
      foot={
        acts.length > 0 && (
          <DrawerFoot>
            {acts.toReversed().map((act) => (
              <Button
                key={act.move}
                type={act.move === 'agree' ? 'primary' : 'default'}
                danger={act.danger === true}
                onClick={() => act.onClick?.(row!, NO_LIST)}
              >
                {titleOf(act, row!)}
              </Button>
            ))}
          </DrawerFoot>
        )
      }
      onClose={onClose}
    >
      {(data) => <Body row={data} />}
    </DetailDrawer>
  )
}
