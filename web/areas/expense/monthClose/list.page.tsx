import { Button, Checkbox, Select } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type MonthRowData, MonthState, monthClose, monthCloseNeeds, ReopenState } from '#contract/expense/monthClose'
import { newRequestNo, send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { CloseUntil } from './closeUntil.part.tsx'
import './monthClose.css'
import '#web/kit/form/form.css'

async function ask(row: MonthRowData): Promise<void> {
  const requestNo = newRequestNo()
  const done = await confirmAct({
    title: `申请反结账 ${row.month}？`,
    effects: ['由另一位有权限的人同意后，这个月才重新打开', '打开后可以补记、作废这个月的流水，之后请重新结账'],
    verb: '提交申请',
    safe: '不申请',
    reason: { label: '反结账原因', placeholder: '如：10 月 12 日收款方式登记错误' },
    run: (reason, options) => send(monthClose.calls.ask, { month: row.month, reason }, { ...options, requestNo }),
  })
  if (done === null) return
  toast.success('已申请，请另一位负责人同意')
  void invalidate(monthClose)
}

async function refuse(row: MonthRowData): Promise<void> {
  const done = await confirmAct({
    title: `不同意反结账 ${row.month}？`,
    effects: [`${row.request?.askedName}的原因：${row.request?.reason}`],
    verb: '不同意',
    safe: '再看看',
    reason: { label: '意见' },
    run: (decision, options) =>
      send(monthClose.calls.decide, { requestId: row.request!.requestId, agree: false, decision }, options),
  })
  if (done !== null) void invalidate(monthClose)
}

async function agree(row: MonthRowData): Promise<void> {
  const done = await confirmAct({
    title: `同意反结账 ${row.month}？`,
    effects: [
      `${row.request?.askedName}的原因：${row.request?.reason}`,
      '同意后这个月重新打开，可以补记和作废；改完请重新结账',
    ],
    verb: '同意反结账',
    safe: '再看看',
    danger: true,
    run: (_, options) => send(monthClose.calls.decide, { requestId: row.request!.requestId, agree: true }, options),
  })
  if (done === null) return
  toast.success(`${row.month} 已重新打开`)
  void invalidate(monthClose)
}

/** Everything that is looked at, before the month is closed. */
function CloseDrawer(props: { month: string | null; onMonth(month: string): void; onClose(): void }) {
  const { month, onMonth, onClose } = props
  const checks = useCall(monthClose.calls.check, month ? { month } : null)
  const [seen, setSeen] = useState<readonly string[]>([])
  const act = useAct(monthClose.calls.close)
  const open = checks.data?.filter((check) => !check.ok) ?? []
  const blocked = open.some((check) => check.blocks)
  const unseen = open.filter((check) => !check.blocks && !seen.includes(check.key))
  const close = async () => {
    const done = await act.run({ month: month!, accepted: [...seen] })
    if (!done) return
    toast.success(`${month} 已结账`)
    setSeen([])
    onClose()
  }
  return (
    <SideDrawer
      open={month !== null}
      title={`结账 ${month ?? ''}`}
      width={720}
      onClose={onClose}
      foot={
        <DrawerFoot note={<span className="yy-none">结账后，这个月不能再记入、作废或补录流水。</span>}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            loading={act.running}
            disabled={!checks.data || blocked || unseen.length > 0}
            onClick={() => void close()}
          >
            确认结账
          </Button>
        </DrawerFoot>
      }
    >
      {act.error && (
        <div className="yy-form-refusal" role="alert">
          {act.error.message}
        </div>
      )}
      {checks.error && <ErrorBlock what="结账检查" error={checks.error} onRetry={() => void checks.refetch()} />}
      {!checks.data && !checks.error && <BlockBones lines={6} />}
      <ul className="yy-close-checks yy-plain-list">
        {checks.data?.map((check) => (
          <li className="yy-flex yy-gap-12 yy-under" key={check.key}>
            {check.ok ? (
              <CircleCheck size={18} color="var(--success)" aria-label="通过" />
            ) : (
              <CircleAlert size={18} color={check.blocks ? 'var(--danger)' : 'var(--warning)'} aria-label="未通过" />
            )}
            <div>
              <b>{check.title}</b>
              <span className={check.ok ? 'yy-none' : check.blocks ? 'yy-close-bad' : undefined}>{check.note}</span>
              {!check.ok && (
                <span className="yy-flex yy-gap-16">
                  {check.month && (
                    <button type="button" className="yy-link" onClick={() => onMonth(check.month!)}>
                      去结账 {check.month}
                    </button>
                  )}
                  {check.route && (
                    <button type="button" className="yy-link" onClick={() => openPage(check.route!)}>
                      去处理
                    </button>
                  )}
                  {!check.blocks && (
                    <Checkbox
                      checked={seen.includes(check.key)}
                      onChange={(event) =>
                        setSeen(event.target.checked ? [...seen, check.key] : seen.filter((key) => key !== check.key))
                      }
                    >
                      已知晓，仍然结账
                    </Checkbox>
                  )}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}

function Requests() {
  const { data } = useCall(monthClose.calls.requests, {})
  if (!data || data.length === 0) return null
  return (
    <PageCard title="反结账记录" style={{ marginTop: 12 }}>
      <table className="yy-close-table yy-lined yy-plain-table">
        <thead>
          <tr>
            <th>月份</th>
            <th>状态</th>
            <th>原因</th>
            <th>申请人</th>
            <th>处理人</th>
            <th>意见</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={one.requestId}>
              <td>{one.month}</td>
              <td>
                <StatusTag option={ReopenState.find(one.state)!} />
              </td>
              <td>{one.reason}</td>
              <td>
                {one.askedName} <span className="yy-none">{one.askedTime.slice(0, 16)}</span>
              </td>
              <td>
                {one.decidedName ?? '—'} <span className="yy-none">{one.decidedTime?.slice(0, 16)}</span>
              </td>
              <td>{one.decision ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

export default function MonthClose() {
  const [year, setYear] = useState<number | null>(null)
  const [closing, setClosing] = useState<string | null>(null)
  const [several, setSeveral] = useState(false)
  const may = useMay()
  const { data, state } = useLoaded(
    monthClose.calls.list,
    { year },
    { what: '月度结账', lines: 12, keepPrevious: true },
  )
  if (!data) return state
  const shown = year ?? data.years[0] ?? null
  // Months are closed in their order: the oldest open one of all years is the next.
  const [next] = data.open
  const mayClose = may(monthCloseNeeds.close)
  const openMonth = (month: string) => {
    setYear(Number(month.slice(0, 4)))
    setClosing(month)
  }
  return (
    <>
      <PageCard
        title="月度结账"
        sub="结账后账单、流水和报表不再变动，更正记入未结账的月份"
        extra={
          <span className="yy-row yy-gap-8">
            {mayClose && next && (
              <Button type="primary" onClick={() => openMonth(next)}>
                结账 {next}
              </Button>
            )}
            {mayClose && data.open.length > 1 && (
              <Button onClick={() => setSeveral(true)}>依次结账（{data.open.length} 个月未结）</Button>
            )}
            <Select
              aria-label="年份"
              value={shown}
              options={data.years.map((one) => ({ value: one, label: `${one} 年` }))}
              onChange={setYear}
              style={{ width: 110 }}
            />
          </span>
        }
      >
        {data.months.length === 0 ? (
          <Empty title="这一年没有账目" />
        ) : (
          <table className="yy-close-table yy-lined yy-plain-table">
            <thead>
              <tr>
                <th>月份</th>
                <th>状态</th>
                <th className="yy-right">流水（笔）</th>
                <th className="yy-right">应收（出账）</th>
                <th className="yy-right">优惠与补贴</th>
                <th className="yy-right">收款</th>
                <th className="yy-right">退款</th>
                <th className="yy-right">净收款</th>
                <th className="yy-right">月末未缴</th>
                <th>结账</th>
                <th>操作</th>
              </tr>
            </thead>
            <tbody>
              {data.months.map((row) => (
                <tr key={row.month}>
                  <td>
                    <b>{row.month}</b>
                  </td>
                  <td>
                    <StatusTag option={MonthState.find(row.state)!} />
                  </td>
                  <td className="yy-right">{row.entries}</td>
                  <td className="yy-right">{moneyText(row.incomeFen)}</td>
                  <td className="yy-right">{moneyText(row.reducedFen)}</td>
                  <td className="yy-right">{moneyText(row.cashInFen)}</td>
                  <td className="yy-right">{moneyText(row.cashOutFen)}</td>
                  <td className="yy-right">
                    <b>{moneyText(row.cashInFen - row.cashOutFen)}</b>
                  </td>
                  <td className="yy-right">{moneyText(row.owedFen)}</td>
                  <td>
                    {row.closedName ? (
                      <>
                        {row.closedName}
                        <span className="yy-none yy-block yy-tiny">{row.closedTime?.slice(0, 16)}</span>
                      </>
                    ) : (
                      <span className="yy-none">—</span>
                    )}
                    {row.request && (
                      <div className="yy-close-asked yy-second">
                        {row.request.askedName}申请反结账：{row.request.reason}
                      </div>
                    )}
                  </td>
                  <td>
                    <span className="yy-flex yy-gap-6 yy-one-line">
                      {row.can.includes('close') && (
                        <Button
                          size="small"
                          type={row.month === next ? 'primary' : 'default'}
                          onClick={() => setClosing(row.month)}
                        >
                          结账
                        </Button>
                      )}
                      {row.can.includes('ask') && (
                        <Button size="small" onClick={() => void ask(row)}>
                          申请反结账
                        </Button>
                      )}
                      {row.can.includes('agree') && (
                        <>
                          <Button size="small" type="primary" onClick={() => void agree(row)}>
                            同意
                          </Button>
                          <Button size="small" onClick={() => void refuse(row)}>
                            不同意
                          </Button>
                        </>
                      )}
                      {row.state === 'RUNNING' && <span className="yy-none">月末后结账</span>}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PageCard>
      <Requests />
      <CloseDrawer month={closing} onMonth={openMonth} onClose={() => setClosing(null)} />
      <CloseUntil months={data.open} open={several} onClose={() => setSeveral(false)} />
    </>
  )
}
