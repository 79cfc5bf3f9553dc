import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { billing } from '#contract/expense/bill'
import { BillStanding } from '#contract/expense/billWords'
import { payRemind, RemindChannel, RemindResult, type RemindRowData, remindNeeds } from '#contract/expense/payRemind'
import { maskedPhone } from '#contract/kit/privacy'
import { usePayDrawer } from '#web/areas/expense/account/payDrawer.part'
import { useMoneyMoved } from '#web/areas/expense/money'
import { BedPath, PhoneText, ResidentCell } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import { openPage, usePageParams, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { printLetters } from './printLetters.tsx'
import { SendDrawer } from './send.part.tsx'
import '#web/areas/expense/settlement/settlement.css'
import './payRemind.css'

export default function RemindDetail() {
  const { oldmanId } = usePageParams<'oldmanId'>()
  const { setTitle } = useTab()
  const may = useMay()
  const pay = usePayDrawer()
  const [rows, setRows] = useState<readonly RemindRowData[] | null>(null)
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const { data, state } = useLoaded(payRemind.calls.detail, oldmanId ? { oldmanId } : null, {
    what: '提醒详情',
    lines: 12,
  })
  useMoneyMoved(oldmanId ?? '-')
  const name = data?.oldmanName
  useEffect(() => {
    if (name) setTitle(`缴费提醒 ${name}`)
  }, [name, setTitle])
  if (!oldmanId) return <Empty title="没有指明是哪位老人" text="请从缴费提醒列表中打开。" />
  if (!data) return state
  const sees = data.owedFen !== null
  return (
    <>
      <section className="yy-card yy-card-body yy-settle-head yy-flex yy-below-12 yy-wrap yy-center">
        <ResidentCell notes={false} row={{ ...data, owedFen: data.daysLate > 0 ? 1 : 0 }} link />
        <dl>
          <div>
            <dt>床位</dt>
            <dd>
              <BedPath path={data.bedPath} />
            </dd>
          </div>
          <div>
            <dt>付费人</dt>
            <dd>
              {[data.payerName, data.payerRelation].filter(Boolean).join('　') || '未登记'}
              {data.payerPhone && (
                <>
                  　<PhoneText phone={data.payerPhone} of={data.oldmanId} />
                </>
              )}
            </dd>
          </div>
        </dl>
        <span className="yy-flex yy-wrap yy-gap-8 yy-push">
          <Button
            icon={<Printer size={15} aria-hidden />}
            disabled={!sees || data.bills.length === 0}
            onClick={() => void printLetters([oldmanId])}
          >
            打印催缴通知单
          </Button>
          {may('expense:account:pay') && (
            <Button disabled={!sees || data.bills.length === 0} onClick={() => pay.open(oldmanId)}>
              收费
            </Button>
          )}
          {may(remindNeeds.send) && (
            <Button type="primary" disabled={!sees || data.bills.length === 0} onClick={() => setRows([data])}>
              提醒
            </Button>
          )}
        </span>
      </section>
      <KeyFigures
        figures={[
          {
            label: '未缴合计',
            value: amountText(data.owedFen),
            unit: '元',
            ...((data.owedFen ?? 0) > 0 && { tone: 'red' as const }),
          },
          { label: '其中逾期', value: amountText(data.lateFen), unit: '元' },
          { label: '逾期天数', value: data.daysLate, unit: '天' },
          { label: '账户余额', value: amountText(data.balanceFen), unit: '元' },
          {
            label: '已提醒',
            value: data.times,
            unit: '次',
            note: data.lastTime ? `上次 ${data.lastTime.slice(0, 16)}` : '还没有提醒过',
          },
        ]}
      />
      <div className="yy-remind yy-grid yy-start yy-gap-12" style={{ marginTop: 12 }}>
        <PageCard title="未缴账单" sub={`${data.bills.length} 张`}>
          {data.bills.length === 0 ? (
            <p className="yy-none">没有未缴的账单</p>
          ) : (
            <table className="yy-settle-table yy-lined yy-plain-table">
              <thead>
                <tr>
                  <th>账期</th>
                  <th>账单</th>
                  <th>状态</th>
                  <th>缴费期限</th>
                  <th className="yy-right">应收</th>
                  <th className="yy-right">已缴</th>
                  <th className="yy-right">未缴</th>
                </tr>
              </thead>
              <tbody>
                {data.bills.map((bill) => (
                  <tr key={bill.billId}>
                    <td>{bill.month}</td>
                    <td>
                      <button
                        type="button"
                        className="yy-link"
                        onClick={() => openPage(billing.pages.detail.path, { tradeMonthId: bill.billId })}
                      >
                        {bill.billNo}
                      </button>
                    </td>
                    <td>
                      <StatusTag option={BillStanding.find(bill.standing)!} />
                    </td>
                    <td>
                      {bill.dueDate}
                      {bill.daysLate > 0 && <small className="yy-owed"> 逾期 {bill.daysLate} 天</small>}
                    </td>
                    <td className="yy-right">{amountText(bill.receivableFen)}</td>
                    <td className="yy-right">{amountText(bill.paidFen)}</td>
                    <td className="yy-right">{amountText(bill.unpaidFen)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </PageCard>
        <PageCard title="提醒记录" sub={`${data.logs.length} 条`}>
          {data.logs.length === 0 && <p className="yy-none">还没有提醒过。</p>}
          {data.logs.map((log) => (
            <div className="yy-remind-log yy-grid yy-gap-2 yy-under" key={log.remindId}>
              <span className="yy-row yy-wrap">
                <b>{log.createTime.slice(0, 16)}</b>
                <StatusTag option={RemindChannel.find(log.channel)!} />
                <StatusTag option={RemindResult.find(log.result)!} />
                {log.userName}
                <span className="yy-none">
                  {[log.payer, log.phone && maskedPhone(log.phone)].filter(Boolean).join(' ')}
                </span>
              </span>
              <span className="yy-none yy-row yy-wrap">
                {log.failure ? `未成功：${log.failure}` : (log.content ?? '***')}
              </span>
            </div>
          ))}
        </PageCard>
      </div>
      <SendDrawer rows={rows} org={org} onClose={() => setRows(null)} onDone={() => void invalidate(payRemind)} />
      {pay.drawer}
    </>
  )
}
