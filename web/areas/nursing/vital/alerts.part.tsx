// Abnormal signs that wait for somebody, the most urgent first, and how the last ones ended.
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type VitalAlertData, VitalAlertState, vital } from '#contract/nursing/vital'
import { VitalGrade } from '#contract/nursing/vitalKinds'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { answerForm, enterForm } from './forms.ts'

const minute = (at: string) => at.slice(5, 16)

/** What stands in the way of ending it, or until when somebody should have measured again. */
function Waits({ row }: { row: VitalAlertData }) {
  if (row.recheckedAt) return <span className="yy-green">{minute(row.recheckedAt)} 复测正常，还差处理说明</span>
  if (!row.recheckBy) return null
  return (
    <span className={row.late ? 'yy-red yy-strong' : 'yy-second'}>
      {row.late ? `应在 ${minute(row.recheckBy)} 前复测，已超时` : `请在 ${minute(row.recheckBy)} 前复测`}
    </span>
  )
}

interface AlertProps {
  row: VitalAlertData
  onElder(oldmanId: string): void
  onForm(form: FormRequest): void
}

function Alert({ row, onElder, onForm }: AlertProps) {
  const may = useMay()
  return (
    <li className={`yy-vital-alert yy-row yy-gap-16 yy-pad-12-16 is-${row.grade}`}>
      <span className="yy-vital-who yy-stack yy-gap-4">
        <ResidentCell row={row} link />
        <BedPath path={row.bedPath} />
      </span>
      <span className="yy-grow yy-stack yy-gap-4">
        <span className="yy-row yy-gap-8 yy-wrap">
          <StatusTag option={VitalGrade.find(row.grade)!} />
          <StatusTag option={VitalAlertState.find(row.state)!} />
          <b>{row.reasons}</b>
        </span>
        <span className="yy-row yy-gap-12 yy-wrap yy-small">
          <span className="yy-second">
            {minute(row.openedAt)} 发现{row.times > 1 && `，共 ${row.times} 次异常`}
          </span>
          <Waits row={row} />
        </span>
        {row.note && (
          <span className="yy-small yy-soft-ink">
            {row.answeredName} {row.answeredAt && minute(row.answeredAt)}：{row.note}
          </span>
        )}
      </span>
      <span className="yy-row yy-gap-8 yy-fixed">
        <Button onClick={() => onElder(row.oldmanId)}>看曲线</Button>
        {may(vital.calls.add.needs) && !row.recheckedAt && (
          <Button onClick={() => onForm(enterForm({ oldmanId: row.oldmanId }, `复测：${row.oldmanName}`))}>
            录入复测
          </Button>
        )}
        {may(vital.calls.answer.needs) && (
          <Button type="primary" onClick={() => onForm(answerForm(row))}>
            填写处理说明
          </Button>
        )}
      </span>
    </li>
  )
}

const WAITING = { waiting: 1, page: 1, size: 200 } as const
const ENDED = { state: 'CLOSED', page: 1, size: 20 } as const

function Ended() {
  const { data, state } = useLoaded(vital.calls.alerts, ENDED, { what: '已结束的异常体征', lines: 3 })
  if (!data) return state
  if (data.list.length === 0) return <p className="yy-second yy-no-margin">还没有</p>
  return (
    <table className="yy-plain-table yy-lined yy-vital-ended">
      <thead>
        <tr>
          {['老人', '发现', '异常', '处理', '处理人', '结束'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.list.map((row) => (
          <tr key={row.alertId}>
            <td>{row.oldmanName}</td>
            <td>{minute(row.openedAt)}</td>
            <td>{row.reasons}</td>
            <td>{row.note ?? '—'}</td>
            <td>{row.answeredName ?? '—'}</td>
            <td>
              {row.closedAt && minute(row.closedAt)} {row.closedWhy}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Alerts({ top, onElder }: { top: ReactNode; onElder(oldmanId: string): void }) {
  const { data, state } = useLoaded(vital.calls.alerts, WAITING, { what: '异常体征', refetchInterval: 60_000 })
  const [form, setForm] = useState<FormRequest | null>(null)
  useEvent(vital.events.alert, () => void invalidate(vital))
  return (
    <div className="yy-vital-page yy-stack yy-gap-12">
      {top}
      <PageCard title="待处理的异常体征" sub={data && `${data.total} 人`} flush>
        {!data && <div className="yy-pad-16">{state}</div>}
        {data?.list.length === 0 && (
          <Empty title="没有待处理的异常体征" text="录入的体征偏离或危急时会出现在这里，处理并复测正常后消失。" />
        )}
        {data && data.list.length > 0 && (
          <ul className="yy-plain-list">
            {data.list.map((row) => (
              <Alert key={row.alertId} row={row} onElder={onElder} onForm={setForm} />
            ))}
          </ul>
        )}
      </PageCard>
      <PageCard title="最近结束的" sub="20 条">
        <Ended />
      </PageCard>
      <FormHost form={form} onClose={() => setForm(null)} />
    </div>
  )
}
