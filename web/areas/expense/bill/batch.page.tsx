// 账单批量缴费: chosen bills grouped by resident, one way for all, the result of each resident.

import { Button, Checkbox, Input, Select, Table } from 'antd'
import { Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type BillBatchResult, type BillRowData, billing } from '#contract/expense/bill'
import { tradeWay } from '#contract/expense/tradeWay'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { capitals } from '#contract/kit/money'
import { moneyTouched } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import { moneyText } from '#web/kit/fields/money'
import { openPage, useReopened } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { LongAct } from '#web/kit/parts/LongAct'
import { PageCard } from '#web/kit/parts/PageCard'
import { isOver, useRun } from '#web/kit/parts/runs'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { billBatch, openBill } from './billState.ts'
import { StandingTag } from './columns.tsx'
import './bill.css'

const BALANCE = 1

interface ResidentRow {
  oldmanId: string
  first: BillRowData
  bills: BillRowData[]
  unpaidFen: number
  hasFen: number
}

function byResident(bills: readonly BillRowData[]): ResidentRow[] {
  const rows = new Map<string, ResidentRow>()
  for (const bill of bills) {
    const row = rows.get(bill.oldmanId) ?? {
      oldmanId: bill.oldmanId,
      first: bill,
      bills: [],
      unpaidFen: 0,
      hasFen: (bill.balanceFen ?? 0) + (bill.giftFen ?? 0),
    }
    row.bills.push(bill)
    row.unpaidFen += bill.unpaidFen ?? 0
    rows.set(bill.oldmanId, row)
  }
  return [...rows.values()]
}

function Results({ results }: { results: readonly BillBatchResult[] }) {
  const papers = results.flatMap((one) => one.receiptId ?? [])
  return (
    <PageCard
      title="结果"
      sub={`成功 ${results.filter((one) => one.done).length} 人，共 ${results.length} 人`}
      extra={
        papers.length > 0 && (
          <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printReceipts(papers)}>
            打印 {papers.length} 张收据
          </Button>
        )
      }
      flush
    >
      <table className="yy-bill-lines yy-lined yy-plain-table">
        <thead>
          <tr>
            <th>老人</th>
            <th>结果</th>
            <th className="yy-right">账单</th>
            <th className="yy-right">实缴（元）</th>
            <th className="yy-right">仍未缴（元）</th>
            <th>收据</th>
            <th>说明</th>
          </tr>
        </thead>
        <tbody>
          {results.map((one) => (
            <tr key={one.oldmanId}>
              <td>{one.oldmanName}</td>
              <td>
                <StatusTag family={one.done ? 'green' : 'red'}>{one.done ? '已缴' : '没有收款'}</StatusTag>
              </td>
              <td className="yy-right">{one.bills} 张</td>
              <td className="yy-right">{moneyText(one.amountFen)}</td>
              <td className="yy-right">{moneyText(one.unpaidFen)}</td>
              <td>{one.receiptNo ?? '—'}</td>
              <td className="yy-bill-basis">{one.message ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

export default function BillBatch() {
  const [ids, setIds] = useState(billBatch)
  useReopened(() => {
    const given = billBatch()
    if (given.join() === ids.join()) return
    setIds(given)
    setRunId(null)
  })
  const [way, setWay] = useState<TradeWayValue>(BALANCE)
  const [partly, setPartly] = useState(false)
  const [remark, setRemark] = useState('')
  const [runId, setRunId] = useState<string | null>(null)
  const asked = useMemo(() => (ids.length > 0 ? { ids: ids.join(','), size: 1000 } : null), [ids])
  const { data, state } = useLoaded(billing.calls.list, asked, { what: '所选账单', lines: 6, fresh: true })
  const ways = useCall(tradeWay.calls.show, { batch: '1' }, { silent: true })
  const act = useAct(billing.calls.payBatch, { onDone: (answer) => setRunId(answer.runId) })
  const { run } = useRun(runId)
  const over = run !== undefined && isOver(run)
  useEffect(() => {
    if (over) moneyTouched()
  }, [over])
  const bills = useMemo(() => data?.list.filter((bill) => bill.state === 'DUE' || bill.state === 'PART') ?? [], [data])
  const rows = useMemo(() => byResident(bills), [bills])
  const total = rows.reduce((sum, row) => sum + row.unpaidFen, 0)
  const short = way === BALANCE ? rows.filter((row) => row.hasFen < row.unpaidFen) : []
  const takes =
    way === BALANCE
      ? rows.reduce((sum, row) => {
          if (row.hasFen >= row.unpaidFen) return sum + row.unpaidFen
          return sum + (partly ? row.hasFen : 0)
        }, 0)
      : total
  const payers = way === BALANCE && !partly ? rows.length - short.length : rows.length
  const submit = async () => {
    const wayName = ways.data?.find((one) => one.tradeWay === way)?.tradeWayName ?? ''
    const sure = await confirmAct({
      title: `为 ${payers} 人缴费 ${moneyText(takes)} 元？`,
      effects: [
        `共 ${bills.length} 张账单，收款方式：${wayName}`,
        '每位老人单独入账、单独开收据；一人没缴成不影响其他人',
        ...(payers < rows.length ? [`另 ${rows.length - payers} 人余额不够，不会扣款`] : []),
      ],
      verb: '确认缴费',
      safe: '再看一看',
    })
    if (sure === null) return
    await act.run({
      tradeMonthIds: bills.map((bill) => bill.tradeMonthId),
      batchPayType: way,
      partly,
      remark: remark.trim() || null,
    })
  }
  const results = (run?.result as { results?: BillBatchResult[] } | null)?.results
  const offered = ways.data ?? []
  const remove = (oldmanId: string) => {
    const out = new Set(bills.filter((bill) => bill.oldmanId === oldmanId).map((bill) => bill.tradeMonthId))
    setIds(ids.filter((id) => !out.has(id)))
  }
  if (ids.length === 0) {
    return (
      <section className="yy-card">
        <Empty
          title="还没有选择账单"
          text="在账单列表勾选要缴的账单，再点“批量缴费”。"
          acts={<Button onClick={() => openPage(billing.pages.list.path, { standing: 'DUE' })}>去账单列表</Button>}
        />
      </section>
    )
  }
  // Once it runs, what was asked for is history: the bills are paid and no longer in the list.
  if (runId !== null) {
    return (
      <div className="yy-bill yy-stack yy-gap-12">
        <PageCard
          title="账单批量缴费"
          extra={<Button onClick={() => openPage(billing.pages.list.path)}>返回账单列表</Button>}
        >
          {run ? <LongAct run={run} unit="人" /> : <BlockBones lines={3} />}
        </PageCard>
        {results && <Results results={results} />}
      </div>
    )
  }
  return (
    <div className="yy-bill yy-stack yy-gap-12">
      <PageCard title="账单批量缴费" sub={`${rows.length} 人 ${bills.length} 张，每位老人单独入账、单独开收据`}>
        {!data ? (
          state
        ) : (
          <>
            <div className="yy-bill-fields yy-below-12 yy-row yy-wrap">
              <div className="yy-bill-field yy-row yy-gap-8">
                收款方式
                <Select<TradeWayValue>
                  value={way}
                  aria-label="收款方式"
                  options={offered.map((one) => ({ value: one.tradeWay as TradeWayValue, label: one.tradeWayName }))}
                  onChange={setWay}
                />
              </div>
              {way === BALANCE && (
                <Checkbox checked={partly} onChange={(event) => setPartly(event.target.checked)}>
                  余额不足时能缴多少缴多少
                </Checkbox>
              )}
              <div className="yy-bill-field yy-row yy-gap-8 yy-bill-remark yy-flex-1 yy-one-line">
                备注
                <Input
                  value={remark}
                  maxLength={200}
                  placeholder="选填，印在收据上"
                  onChange={(event) => setRemark(event.target.value)}
                />
              </div>
            </div>
            {short.length > 0 && (
              <p className="yy-bill-note yy-no-margin yy-round" role="note">
                {short.length} 位老人的余额不够：{partly ? '将缴到余额用完为止' : '这些老人不会扣款，结果中说明原因'}
              </p>
            )}
            <Table<ResidentRow>
              rowKey="oldmanId"
              size="small"
              pagination={false}
              dataSource={rows}
              scroll={{ y: 420 }}
              columns={[
                { title: '老人', width: 270, render: (_, row) => <ResidentCell notes={false} row={row.first} /> },
                { title: '床位', width: 184, render: (_, row) => <BedPath path={row.first.bedPath} /> },
                {
                  title: '账单',
                  render: (_, row) =>
                    row.bills.map((bill) => (
                      <span key={bill.tradeMonthId} className="yy-bill-chip yy-inline yy-gap-6 yy-one-line">
                        <button type="button" className="yy-link" onClick={() => openBill(bill.tradeMonthId)}>
                          {bill.month}
                        </button>
                        <StandingTag standing={bill.standing} />
                        {amountText(bill.unpaidFen)}
                      </span>
                    )),
                },
                { title: '余额+赠送（元）', width: 130, align: 'right', render: (_, row) => amountText(row.hasFen) },
                {
                  title: '未缴（元）',
                  width: 130,
                  align: 'right',
                  render: (_, row) => (
                    <b className={way === BALANCE && row.hasFen < row.unpaidFen ? 'yy-owed' : undefined}>
                      {amountText(row.unpaidFen)}
                    </b>
                  ),
                },
                {
                  title: '操作',
                  width: 80,
                  render: (_, row) => (
                    <button type="button" className="yy-link" onClick={() => remove(row.oldmanId)}>
                      移出
                    </button>
                  ),
                },
              ]}
            />
            <footer className="yy-bill-foot yy-row yy-ends yy-gap-12">
              <div>
                <b>本次缴费 ¥{moneyText(takes)}</b>
                <small>大写　{capitals(takes)}</small>
              </div>
              <Button type="primary" disabled={takes === 0} loading={act.running} onClick={() => void submit()}>
                为 {payers} 人缴费
              </Button>
            </footer>
          </>
        )}
      </PageCard>
    </div>
  )
}
