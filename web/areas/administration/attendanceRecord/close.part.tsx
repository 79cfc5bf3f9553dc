// Months closed for pay, and opened again by two.
import { Button } from 'antd'
import {
  type AttendanceMonthData,
  AttendanceMonthState,
  attendanceClose,
} from '#contract/administration/attendanceClose'
import { attendanceRecord } from '#contract/administration/attendanceRecord'
import { newRequestNo, send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const { calls } = attendanceClose
const done = (words: string) => {
  toast.success(words)
  void invalidate(attendanceClose, attendanceRecord)
}

async function close(row: AttendanceMonthData): Promise<void> {
  const requestNo = newRequestNo()
  const waiting = row.waiting > 0 ? `${row.month} 还有 ${row.waiting} 条请假或补卡待审批，封账后不再计入` : null
  const closed = await confirmAct({
    title: `${row.month} 考勤封账？`,
    effects: [
      ...(waiting ? [waiting] : []),
      '封账后数字固定，用于计算工资',
      '需要更正时，由一人申请、另一人同意才能重开',
    ],
    verb: '确认封账',
    safe: '再看看',
    run: (_, options) => send(calls.close, { month: row.month, confirmed: waiting }, { ...options, requestNo }),
  })
  if (closed !== null) done(`${row.month} 已封账`)
}

async function ask(row: AttendanceMonthData): Promise<void> {
  const asked = await confirmAct({
    title: `申请重开 ${row.month}？`,
    effects: ['由另一位有权限的人同意后才重开'],
    verb: '提交申请',
    safe: '不申请',
    reason: { label: '重开原因' },
    run: (reason, options) => send(calls.ask, { closeId: row.closeId!, reason }, options),
  })
  if (asked !== null) done('已申请，请另一位负责人同意')
}

async function reopen(row: AttendanceMonthData): Promise<void> {
  const opened = await confirmAct({
    title: `同意重开 ${row.month}？`,
    effects: [`${row.askedName}的原因：${row.askReason}`, '重开后重新计算，与封账时不同的会列出'],
    verb: '同意重开',
    safe: '再看看',
    danger: true,
    run: (_, options) => send(calls.reopen, { closeId: row.closeId! }, options),
  })
  if (opened !== null) done(`${row.month} 已重开`)
}

export function CloseDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const of = useCall(calls.list, open ? {} : null)
  return (
    <SideDrawer open={open} title="考勤封账" width={960} onClose={onClose}>
      <Loaded of={of} what="考勤封账">
        {(months) => (
          <table className="yy-att-table yy-lined yy-plain-table">
            <thead>
              <tr>
                <th>月份</th>
                <th>状态</th>
                <th>人数</th>
                <th>情况</th>
                <th>操作</th>
              </tr>
            </thead>
            <tbody>
              {months
                .filter((row) => row.people > 0)
                .map((row) => (
                  <tr key={row.month}>
                    <td>
                      <b>{row.month}</b>
                    </td>
                    <td>
                      <StatusTag option={AttendanceMonthState.find(row.state)!} />
                    </td>
                    <td>{row.people}</td>
                    <td>
                      {row.closedName && `${row.closedName} ${row.closedAt?.slice(0, 16)} 封账`}
                      {row.askedName && `；${row.askedName}申请重开：${row.askReason}`}
                      {row.waiting > 0 && <span className="yy-red"> {row.waiting} 条申请待审批</span>}
                      {row.differing > 0 && <span className="yy-red"> 重开后 {row.differing} 人与封账时不同</span>}
                    </td>
                    <td>
                      {row.can.includes('close') && <Button onClick={() => void close(row)}>封账</Button>}
                      {row.can.includes('ask') && <Button onClick={() => void ask(row)}>申请重开</Button>}
                      {row.can.includes('reopen') && (
                        <Button type="primary" onClick={() => void reopen(row)}>
                          同意重开
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </SideDrawer>
  )
}
