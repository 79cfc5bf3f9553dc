// 批量缴费: many residents at once, each booked by itself, with what became of each.
import { Button, Checkbox, Input, Segmented, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type AccountRowData, account, BatchKind, MOST_BATCH } from '#contract/expense/account'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { capitals, fen } from '#contract/kit/money'
import { BedPath, ResidentCell, ResidentPicker } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { amountText } from '#web/kit/fields/amount'
import { money, moneyText } from '#web/kit/fields/money'
import { openPage, usePageState, useReopened } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type BatchData, batchData, keepBatch } from './batchData.ts'
import { BatchOutcome } from './batchOutcome.part.tsx'
import { useOutsideWays } from './ways.ts'
import './account.css'
import './batch.css'

interface Requested extends BatchData {
  way: TradeWayValue | null
  partly: boolean
  remark: string
  /** For a prestore, by resident. */
  amounts: Record<string, number | null>
  runId: string | null
}

const begin = (): Requested => ({ ...batchData(), way: null, partly: false, remark: '', amounts: {}, runId: null })

/** What a resident would pay, and what stands in its way. */
function outlook(
  row: AccountRowData,
  request: Requested,
): { payFen: number; problem: string | null; note: string | null } {
  if (request.kind === 'PRESTORE') {
    const payFen = request.amounts[row.oldmanId] ?? 0
    return { payFen, problem: payFen > 0 ? null : '未填金额', note: null }
  }
  const owedFen = row.unpaidFen ?? 0
  if (owedFen === 0) return { payFen: 0, problem: '没有未缴账单', note: null }
  if (request.way !== TradeWay.is.balance) return { payFen: owedFen, problem: null, note: null }
  const hasFen = (row.balanceFen ?? 0) + (row.giftFen ?? 0)
  if (hasFen >= owedFen) return { payFen: owedFen, problem: null, note: null }
  if (request.partly && hasFen > 0) {
    return { payFen: hasFen, problem: null, note: `还差 ${moneyText(owedFen - hasFen)}` }
  }
  return { payFen: 0, problem: `余额不足，差 ${moneyText(owedFen - hasFen)}`, note: null }
}

interface TableProps {
  rows: readonly AccountRowData[]
  request: Requested
  onAmount(oldmanId: string, amountFen: number | null): void
  onRemove(oldmanId: string): void
}

function Residents({ rows, request, onAmount, onRemove }: TableProps) {
  const prestore = request.kind === 'PRESTORE'
  return (
    <table className="yy-batch-table yy-lined yy-plain-table">
      <thead>
        <tr>
          <th>老人</th>
          <th>床位</th>
          <th className="yy-right">余额</th>
          <th className="yy-right">赠送</th>
          <th className="yy-right">未缴</th>
          <th className="yy-right">{prestore ? '预存金额' : '本次缴费'}</th>
          <th>说明</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { payFen, problem, note } = outlook(row, request)
          return (
            <tr key={row.oldmanId} className={problem && !prestore ? 'yy-batch-out' : undefined}>
              <td>
                <ResidentCell notes={false} row={{ ...row, owedFen: row.owes ? 1 : 0 }} />
              </td>
              <td>
                <BedPath path={row.bedPath} />
              </td>
              <td className="yy-right">{amountText(row.balanceFen)}</td>
              <td className="yy-right">{amountText(row.giftFen)}</td>
              <td className="yy-right">
                {row.unpaidBills > 0 && <span className="yy-none">{row.unpaidBills} 期　</span>}
                {amountText(row.unpaidFen)}
              </td>
              <td className="yy-right">
                {prestore ? (
                  money.input({
                    value: request.amounts[row.oldmanId] ? fen(request.amounts[row.oldmanId]!) : null,
                    onChange: (value) => onAmount(row.oldmanId, value),
                    'aria-label': `${row.oldmanName}预存金额`,
                  })
                ) : payFen > 0 ? (
                  <b>{moneyText(payFen)}</b>
                ) : (
                  <span className="yy-none">—</span>
                )}
              </td>
              <td>
                {row.sealed ? (
                  <span className="yy-amber">账户已封存</span>
                ) : problem ? (
                  <span className="yy-amber">{problem}</span>
                ) : (
                  <span className="yy-none">{note ?? '可以收款'}</span>
                )}
              </td>
              <td>
                <Button
                  type="text"
                  icon={<Trash2 size={15} aria-hidden />}
                  aria-label={`去掉${row.oldmanName}`}
                  onClick={() => onRemove(row.oldmanId)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Adder({ taken, onAdd }: { taken: readonly string[]; onAdd(ids: readonly string[]): void }) {
  const [busy, setBusy] = useState(false)
  const owing = async () => {
    setBusy(true)
    try {
      const found = await send(account.calls.list, { tab: 'OWES', page: 1, size: MOST_BATCH }, { loading: true })
      const more = found.list.map((row) => row.oldmanId).filter((oldmanId) => !taken.includes(oldmanId))
      if (more.length === 0) toast.info('没有更多欠费的老人')
      else onAdd(more)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="yy-below-12 yy-flex yy-gap-12">
      <span className="yy-batch-pick">
        <ResidentPicker
          prompt="加一位老人：姓名或拼音首字母"
          value={null}
          aria-label="加一位老人"
          onChange={(oldmanId) => {
            if (!oldmanId) return
            if (taken.includes(oldmanId)) toast.info('这位老人已在名单里')
            else onAdd([oldmanId])
          }}
        />
      </span>
      <Button icon={<Plus size={15} aria-hidden />} loading={busy} onClick={() => void owing()}>
        加入全部欠费老人
      </Button>
    </span>
  )
}

function Step({ n, title, children }: { n: number; title: string; children: ReactNode }) {
  return (
    <section>
      <h3>
        {n}　{title}
      </h3>
      {children}
    </section>
  )
}

export default function BatchPayment() {
  const [request, setRequest] = usePageState<Requested>('batch', begin)
  const outside = useOutsideWays({ batch: true, scans: false })
  const [checked, setChecked] = useState(false)
  const ids = useId()
  // The list hands over anew whenever it is opened from there.
  useReopened(() => {
    const data = batchData()
    if (JSON.stringify(data.oldmanIds) !== JSON.stringify(request.oldmanIds) && request.runId === null) {
      setRequest({ ...begin(), ...data })
    } else if (request.runId !== null && data.oldmanIds.length > 0) setRequest({ ...begin(), ...data })
  })
  const change = (next: Partial<Requested>) => {
    setRequest((now) => {
      const made = { ...now, ...next }
      keepBatch({ kind: made.kind, oldmanIds: made.oldmanIds })
      return made
    })
  }
  const asked = request.oldmanIds.length > 0 ? { ids: request.oldmanIds.join(','), page: 1, size: MOST_BATCH } : null
  const { data, error, refetch } = useCall(account.calls.list, asked, { keepPrevious: true, staleTime: 0 })
  const act = useAct(account.calls.batchPay)
  const rows = request.oldmanIds.flatMap((oldmanId) => data?.list.find((row) => row.oldmanId === oldmanId) ?? [])
  const ways: TradeWayValue[] = request.kind === 'BILL' ? [1, ...outside] : [...outside]
  const way = request.way !== null && ways.includes(request.way) ? request.way : (ways[0] ?? null)
  const now = { ...request, way }
  const looks = rows.map((row) => outlook(row, now))
  const payable = looks.filter((one) => one.problem === null)
  const sumFen = looks.reduce((sum, one) => sum + one.payFen, 0)
  const unfilled = request.kind === 'PRESTORE' && looks.some((one) => one.problem !== null)
  const wrong =
    rows.length === 0
      ? '请先加入老人'
      : way === null
        ? '请选择收款方式'
        : unfilled
          ? '请为每位老人填写预存金额'
          : payable.length === 0
            ? '名单里没有可以收款的老人'
            : null

  const submit = async () => {
    setChecked(true)
    if (wrong !== null || way === null) return
    const wayName = way === TradeWay.is.balance ? '余额' : TradeWay.label(way)
    const sure = await confirmAct({
      title: `为 ${payable.length} 人收款 ${moneyText(sumFen)} 元？`,
      effects: [
        `${request.kind === 'BILL' ? '缴清未缴账单' : '预存到余额'}，收款方式：${wayName}`,
        '每人单独记账、单独开收据；一人没收成不影响其他人',
        ...(rows.length > payable.length ? [`另 ${rows.length - payable.length} 人收不了，结果里说明原因`] : []),
      ],
      verb: '确认收款',
      safe: '再看一看',
    })
    if (sure === null) return
    const started = await act.run({
      kind: request.kind,
      way,
      residents: rows.map((row) => ({
        oldmanId: row.oldmanId,
        ...(request.kind === 'PRESTORE' && { amountFen: fen(request.amounts[row.oldmanId] ?? 0) }),
      })),
      ...(request.kind === 'BILL' && way === TradeWay.is.balance && { partly: request.partly }),
      remark: request.remark.trim() || null,
    })
    if (started) change({ runId: started.runId })
  }

  if (request.runId !== null) {
    return (
      <BatchOutcome
        runId={request.runId}
        onAgain={(failed) => {
          setChecked(false)
          change({ ...begin(), kind: request.kind, oldmanIds: failed })
        }}
      />
    )
  }

  const problem = act.error?.message ?? (checked ? wrong : null)
  return (
    <section className="yy-card yy-batch yy-stack yy-gap-16 yy-pad-16">
      <Step n={1} title="收什么">
        <div className="yy-batch-how yy-row yy-wrap">
          <Segmented
            value={request.kind}
            options={BatchKind.list.map(({ value, label }) => ({ value, label }))}
            onChange={(kind) => change({ kind: kind as Requested['kind'] })}
          />
          <label htmlFor={`${ids}way`}>收款方式</label>
          <Select<TradeWayValue>
            id={`${ids}way`}
            className="yy-batch-way"
            value={way}
            options={ways.map((one) => ({ value: one, label: one === 1 ? '余额（含赠送）' : TradeWay.label(one) }))}
            onChange={(next) => change({ way: next })}
          />
          {request.kind === 'BILL' && way === TradeWay.is.balance && (
            <Checkbox checked={request.partly} onChange={(event) => change({ partly: event.target.checked })}>
              余额不足时能缴多少缴多少
            </Checkbox>
          )}
          <Input
            className="yy-batch-remark yy-flex-1"
            value={request.remark}
            maxLength={200}
            placeholder="备注，选填，印在收据上"
            aria-label="备注"
            onChange={(event) => change({ remark: event.target.value })}
          />
        </div>
      </Step>
      <Step n={2} title={`为谁收（${rows.length} 人）`}>
        <Adder
          taken={request.oldmanIds}
          onAdd={(more) => change({ oldmanIds: [...request.oldmanIds, ...more].slice(0, MOST_BATCH) })}
        />
        {error && !data ? (
          <ErrorBlock what="老人账户" error={error} onRetry={() => void refetch()} />
        ) : asked && !data ? (
          <BlockBones lines={6} />
        ) : rows.length === 0 ? (
          <Empty
            title="名单还是空的"
            text="在“老人账户”里勾选老人后点“批量缴费”，或在上面逐个加入。"
            acts={<Button onClick={() => openPage(account.pages.list.path)}>去老人账户</Button>}
          />
        ) : (
          <div className="yy-batch-scroll">
            <Residents
              rows={rows}
              request={now}
              onAmount={(oldmanId, amountFen) => change({ amounts: { ...request.amounts, [oldmanId]: amountFen } })}
              onRemove={(oldmanId) => change({ oldmanIds: request.oldmanIds.filter((one) => one !== oldmanId) })}
            />
          </div>
        )}
      </Step>
      <footer className="yy-batch-foot yy-pad-12-16 yy-row yy-gap-16 yy-white">
        <div>
          可收 {payable.length} 人，合计 <b className="yy-pay-sum">¥{moneyText(sumFen)}</b>
          <div className="yy-none">
            大写　{capitals(sumFen)}
            {rows.length > payable.length && `；另 ${rows.length - payable.length} 人收不了，会在结果里说明原因`}
          </div>
        </div>
        {problem && (
          <span className="yy-acc-harm" role="alert">
            {problem}
          </span>
        )}
        <Button type="primary" loading={act.running} disabled={rows.length === 0} onClick={() => void submit()}>
          确认收款
        </Button>
      </footer>
    </section>
  )
}
