// The hours of one person in a year, training by training; the sum is that of the list.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { HoursState, type TrainingHoursLine, training } from '#contract/administration/training'
import { TrainingType } from '#contract/administration/trainingWords'
import type { DataOf } from '#contract/kit/call'
import { openPage } from '#web/kit/open'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { KeyFigures } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'

type OfPerson = DataOf<typeof training.calls.hoursOf>

const facts = (data: OfPerson) => [
  { label: '部门', value: data.deptName ?? '—' },
  { label: '岗位', value: data.jobName ?? '—' },
  { label: '应修学时', value: data.dueHours ?? '无要求' },
]

const printHours = (data: OfPerson) =>
  printSheet({
    title: `${data.empName} ${data.year} 年培训学时`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={useSession.getState().user?.orgInfo.orgName ?? ''}
        title="个人培训学时"
        sub={`${data.empName}　${data.year} 年`}
        facts={facts(data)}
        signatures={[{ label: '本人' }, { label: '人事' }]}
      >
        <SheetTable<TrainingHoursLine>
          columns={[
            { key: 'at', title: '日期', width: 16, whole: true, text: (one) => one.startAt.slice(0, 10) },
            { key: 'title', title: '培训主题', text: (one) => one.title },
            { key: 'type', title: '类型', width: 14, text: (one) => TrainingType.label(one.type) },
            { key: 'score', title: '成绩', width: 8, align: 'right', text: (one) => one.score ?? '' },
            { key: 'hours', title: '学时', width: 8, align: 'right', text: (one) => one.hours },
            { key: 'no', title: '证书编号', width: 20, whole: true, text: (one) => one.certificateNo ?? '' },
          ]}
          rows={data.rows}
          totals={
            <tr className="amount">
              <td colSpan={4}>合计</td>
              <td className="right">
                <b>{data.hours}</b>
              </td>
              <td>{HoursState.label(data.standing)}</td>
            </tr>
          }
        />
      </Sheet>
    ),
  })

interface HoursDrawerProps {
  empId: string | null
  year: number | null
  onClose(): void
}

export function HoursDrawer({ empId, year, onClose }: HoursDrawerProps) {
  const shown = useShown(empId)
  const of = useCall(training.calls.hoursOf, shown ? { empId: shown, ...(year !== null && { year }) } : null)
  const { data } = of
  return (
    <DetailDrawer
      open={empId !== null}
      title={data ? `${data.empName} ${data.year} 年学时` : '学时明细'}
      about={data && <StatusTag option={HoursState.find(data.standing)!} />}
      width={960}
      of={of}
      what="学时明细"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printHours(data)}>
              打印学时
            </Button>
          </DrawerFoot>
        )
      }
    >
      {(row) => (
        <div className="yy-stack yy-gap-12">
          <KeyFigures
            figures={[
              { label: '已修学时', value: row.hours },
              { label: '应修学时', value: row.dueHours ?? '无要求' },
              { label: '还差', value: row.missing, ...(row.missing > 0 && { tone: 'amber' as const }) },
              { label: '参加', value: row.times, unit: '次' },
            ]}
          />
          {row.rows.length === 0 ? (
            <Empty title="这一年还没有学时" text="签到并合格、已经结束的培训才计学时。" />
          ) : (
            <table className="yy-training-own yy-plain-table yy-lined">
              <thead>
                <tr>
                  <th>日期</th>
                  <th>培训</th>
                  <th>类型</th>
                  <th className="yy-right">成绩</th>
                  <th className="yy-right">学时</th>
                  <th>证书编号</th>
                </tr>
              </thead>
              <tbody>
                {row.rows.map((one) => (
                  <tr key={one.trainingId}>
                    <td className="yy-one-line">{one.startAt.slice(0, 10)}</td>
                    <td>
                      <button
                        type="button"
                        className="yy-link"
                        onClick={() => openPage(training.pages.records.path, { trainingId: one.trainingId })}
                      >
                        {one.title}
                      </button>
                    </td>
                    <td>{TrainingType.label(one.type)}</td>
                    <td className="yy-right">{one.score ?? '—'}</td>
                    <td className="yy-right">{one.hours}</td>
                    <td>{one.certificateNo ?? '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </DetailDrawer>
  )
}
