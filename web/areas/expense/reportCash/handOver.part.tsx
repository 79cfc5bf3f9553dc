// Handing over a cashier's day: what the ledger says by way, what was counted, who takes it.
import { Button, Form } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { cashDay, cashDayNeeds } from '#contract/expense/cashDay'
import type { CashierDayRowData } from '#contract/expense/reportCash'
import type { Fen } from '#contract/kit/money'
import { type Field, FieldInput } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { money, moneyText } from '#web/kit/fields/money'
import { text } from '#web/kit/fields/text'
import type { LookupItem } from '#web/kit/lookup'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

/** Filled by ../report/operators.ts. */
const taker = lookupOf('cashTakers') as Field<unknown>

interface HandOverProps {
  row: CashierDayRowData | null
  onClose(): void
  onDone(): void
}

export function HandOverDrawer({ row, onClose, onDone }: HandOverProps) {
  const may = useMay()
  const mayHand = may(`${cashDayNeeds.hand}|${cashDayNeeds.handAll}`)
  const answer = useCall(cashDay.calls.detail, row ? { userId: row.userId, day: row.day } : null)
  const [counted, setCounted] = useState<Fen | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [remark, setRemark] = useState<string | null>(null)
  const key = row?.rowId
  const cashier = row?.userId
  const notSelf = useCallback((item: LookupItem) => item.value !== cashier, [cashier])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day begins with an empty form
  useEffect(() => {
    setCounted(null)
    setTo(null)
    setRemark(null)
  }, [key])
  const act = useAct(cashDay.calls.hand, {
    onDone: () => {
      toast.success(`已登记 ${row?.userName} ${row?.day} 的交款`)
      onDone()
    },
  })
  const data = answer.data
  const difference = data && counted !== null ? counted - data.dueFen : null
  const missing =
    counted === null
      ? '请填写实交款'
      : !to
        ? '请选择接收人'
        : difference && !remark?.trim()
          ? '金额不一致，请写明原因'
          : null
  return (
    <SideDrawer
      open={row !== null}
      title={row ? `交款・${row.userName} ${row.day}` : ''}
      width={560}
      onClose={onClose}
      foot={
        mayHand && (
          <div className="yy-hand-foot">
            {missing && counted !== null && <span className="yy-none">{missing}</span>}
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              disabled={!data || missing !== null}
              loading={act.running}
              onClick={() =>
                void act.run({
                  day: row!.day,
                  userId: row!.userId,
                  countedFen: counted!,
                  handedTo: to!,
                  remark: remark?.trim() || null,
                  version: data!.version,
                })
              }
            >
              登记交款
            </Button>
          </div>
        )
      }
    >
      {answer.error && <ErrorBlock what="交款" error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && row && <BlockBones lines={6} />}
      {data && (
        <>
          <table className="yy-check-table">
            <thead>
              <tr>
                <th>方式</th>
                <th className="yy-right">笔数</th>
                <th className="yy-right">收款</th>
                <th className="yy-right">退款</th>
                <th className="yy-right">净额</th>
              </tr>
            </thead>
            <tbody>
              {data.ways.map((way) => (
                <tr key={way.way}>
                  <td>{way.wayName}</td>
                  <td className="yy-right">{way.count}</td>
                  <td className="yy-right">{moneyText(way.inFen)}</td>
                  <td className="yy-right">{moneyText(way.outFen)}</td>
                  <td className="yy-right">{moneyText(way.netFen)}</td>
                </tr>
              ))}
              <tr>
                <th>应交款</th>
                <th className="yy-right">{data.count}</th>
                <th className="yy-right">{moneyText(data.inFen)}</th>
                <th className="yy-right">{moneyText(data.outFen)}</th>
                <th className="yy-right">{moneyText(data.dueFen)}</th>
              </tr>
            </tbody>
          </table>
          {data.handedTime && (
            <Facts
              columns={1}
              facts={[
                { label: '上次实交款', value: `${moneyText(data.countedFen ?? 0)} 元` },
                { label: '交款时应交', value: `${moneyText(data.handedDueFen ?? 0)} 元` },
                { label: '接收人', value: `${data.handedName ?? ''} ${data.handedTime.slice(0, 16)}` },
                { label: '备注', value: data.remark ?? '—' },
              ]}
            />
          )}
          {mayHand && (
            <Form layout="vertical" className="yy-hand-form">
              <Form.Item label="实交款（清点所得）" required htmlFor="hand-counted">
                <FieldInput
                  field={money as Field<unknown>}
                  id="hand-counted"
                  value={counted}
                  onChange={(value) => setCounted(value as Fen | null)}
                />
                {difference !== null && (
                  <div className={difference === 0 ? 'yy-hand-even' : 'yy-hand-off'} role="status">
                    {difference === 0
                      ? '与应交款一致'
                      : `${difference > 0 ? '多' : '少'} ${moneyText(Math.abs(difference))} 元，请在备注中说明`}
                  </div>
                )}
              </Form.Item>
              <Form.Item label="接收人" required htmlFor="hand-to">
                <FieldInput
                  field={taker}
                  only={notSelf}
                  id="hand-to"
                  value={to}
                  onChange={(value) => setTo(value as string | null)}
                />
              </Form.Item>
              <Form.Item label="备注" required={Boolean(difference)} htmlFor="hand-remark">
                <FieldInput
                  field={text as Field<unknown>}
                  id="hand-remark"
                  value={remark}
                  onChange={(value) => setRemark(value as string | null)}
                />
              </Form.Item>
            </Form>
          )}
        </>
      )}
    </SideDrawer>
  )
}
