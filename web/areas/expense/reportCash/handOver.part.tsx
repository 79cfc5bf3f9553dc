// Handing over a cashier's day: what the ledger says by way, what was counted, who takes it.
import { Button, Checkbox, Form } from 'antd'
import { Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type CashWayData, cashDay, cashDayNeeds } from '#contract/expense/cashDay'
import type { CashierDayRowData } from '#contract/expense/reportCash'
import type { Fen } from '#contract/kit/money'
import { amountText } from '#web/kit/fields/amount'
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
import { printHandOver } from './printHandOver.tsx'

/** Filled by ../report/operators.ts. */
const taker = lookupOf('cashTakers') as Field<unknown>

interface HandOverProps {
  row: CashierDayRowData | null
  onClose(): void
  onDone(): void
}

/** 少 5.00; nothing while nothing is counted. */
function Off({ way, countedFen }: { way: CashWayData; countedFen: number | null }) {
  if (countedFen === null) return null
  const off = countedFen - way.netFen
  if (off === 0) return <span className="yy-hand-even">一致</span>
  return (
    <span className="yy-hand-off">
      {off > 0 ? '多' : '少'} {moneyText(Math.abs(off))}
    </span>
  )
}

export function HandOverDrawer({ row, onClose, onDone }: HandOverProps) {
  const may = useMay()
  const mayHand = may(`${cashDayNeeds.hand}|${cashDayNeeds.handAll}`)
  const answer = useCall(cashDay.calls.detail, row ? { userId: row.userId, day: row.day } : null)
  const [counted, setCounted] = useState<Readonly<Record<number, Fen | null>>>({})
  const [to, setTo] = useState<string | null>(null)
  const [print, setPrint] = useState(true)
  const [remark, setRemark] = useState<string | null>(null)
  const key = row?.rowId
  const cashier = row?.userId
  const notSelf = useCallback((item: LookupItem) => item.value !== cashier, [cashier])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day begins with an empty form
  useEffect(() => {
    setCounted({})
    setTo(null)
    setRemark(null)
  }, [key])
  const act = useAct(cashDay.calls.hand, {
    onDone: (handed) => {
      toast.success(`已登记 ${row?.userName} ${row?.day} 的交款`)
      if (print) void printHandOver(handed)
      onDone()
    },
  })
  const data = answer.data
  const due = (data?.ways ?? []).filter((way) => way.count > 0)
  const rows = due.map((way) => ({ way, countedFen: counted[way.way] ?? null }))
  const open = rows.filter((one) => one.countedFen === null)
  const off = rows.filter((one) => one.countedFen !== null && one.countedFen !== one.way.netFen)
  const sum = rows.reduce((all, one) => all + (one.countedFen ?? 0), 0)
  const missing =
    open.length > 0
      ? `请填写${open.map((one) => one.way.wayName).join('、')}的实交款`
      : !to
        ? '请选择接收人'
        : off.length > 0 && !remark?.trim()
          ? '金额不一致，请写明原因'
          : null
  return (
    <SideDrawer
      open={row !== null}
      title={row ? `交款・${row.userName} ${row.day}` : ''}
      width={960}
      onClose={onClose}
      foot={
        mayHand && (
          <div className="yy-hand-foot yy-row yy-ends yy-gap-8">
            {missing && open.length < rows.length && <span className="yy-none">{missing}</span>}
            {data?.handedTime && (
              <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printHandOver(data)}>
                打印交款单
              </Button>
            )}
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              disabled={!data || missing !== null}
              loading={act.running}
              onClick={() =>
                void act.run({
                  day: row!.day,
                  userId: row!.userId,
                  ways: rows.map((one) => ({ way: one.way.way, countedFen: one.countedFen! })),
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
          <table className="yy-check-table yy-lined yy-plain-table">
            <thead>
              <tr>
                <th>方式</th>
                <th className="yy-right">笔数</th>
                <th className="yy-right">收款</th>
                <th className="yy-right">退款</th>
                <th className="yy-right">应交</th>
                <th className="yy-right">实交（清点所得）</th>
                <th className="yy-right">差额</th>
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
                  <td className="yy-right yy-hand-count">
                    {mayHand && way.count > 0 ? (
                      <FieldInput
                        field={money as Field<unknown>}
                        id={`hand-counted-${way.way}`}
                        aria-label={`${way.wayName}实交款`}
                        value={counted[way.way] ?? null}
                        onChange={(value) => setCounted((now) => ({ ...now, [way.way]: value as Fen | null }))}
                      />
                    ) : (
                      amountText(way.countedFen)
                    )}
                  </td>
                  <td className="yy-right">
                    <Off way={way} countedFen={counted[way.way] ?? (mayHand ? null : way.countedFen)} />
                  </td>
                </tr>
              ))}
              <tr>
                <th>应交款</th>
                <th className="yy-right">{data.count}</th>
                <th className="yy-right">{moneyText(data.inFen)}</th>
                <th className="yy-right">{moneyText(data.outFen)}</th>
                <th className="yy-right">{moneyText(data.dueFen)}</th>
                <th className="yy-right">{mayHand ? moneyText(sum) : moneyText(data.countedFen ?? 0)}</th>
                <th className="yy-right" />
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
              {open.length === 0 && rows.length > 0 && (
                <div className={off.length === 0 ? 'yy-hand-even' : 'yy-hand-off'} role="status">
                  {off.length === 0
                    ? '各种方式都与应交款一致'
                    : `${off
                        .map(
                          ({ way, countedFen }) =>
                            `${way.wayName}${countedFen! > way.netFen ? '多' : '少'} ${moneyText(Math.abs(countedFen! - way.netFen))} 元`,
                        )
                        .join('，')}，请在备注中说明`}
                </div>
              )}
              <Form.Item label="接收人" required htmlFor="hand-to">
                <FieldInput
                  field={taker}
                  only={notSelf}
                  id="hand-to"
                  value={to}
                  onChange={(value) => setTo(value as string | null)}
                />
              </Form.Item>
              <Form.Item label="备注" required={off.length > 0} htmlFor="hand-remark">
                <FieldInput
                  field={text as Field<unknown>}
                  id="hand-remark"
                  value={remark}
                  onChange={(value) => setRemark(value as string | null)}
                />
              </Form.Item>
              <Checkbox checked={print} onChange={(event) => setPrint(event.target.checked)}>
                登记后打印交款单
              </Checkbox>
            </Form>
          )}
        </>
      )}
    </SideDrawer>
  )
}
