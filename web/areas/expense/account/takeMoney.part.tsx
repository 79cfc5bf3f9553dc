// 预存 and 收押金: several outside ways, the gift shown before it is saved, a receipt.

import { Button, Checkbox, Input, Radio } from 'antd'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { AccountDetailData } from '#contract/expense/account'
import { pay } from '#contract/expense/pay'
import { capitals, fen } from '#contract/kit/money'
import { MONEY } from '#web/areas/expense/money'
import { PRINT_PREFERENCE, printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { moneyText } from '#web/kit/fields/money'
import { useSettled } from '#web/kit/fields/settled'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { usePreference } from '#web/kit/preferences'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Holdings, ResidentAbout, ResidentTitle } from './accountHead.part.tsx'
import { PayerPick, usualPayer } from './payers.part.tsx'
import { PaymentRows } from './paymentRows.part.tsx'
import { type PayRow, partsOf, problemOf, rowOf, sumOf } from './payRows.ts'
import { useOutsideWays } from './ways.ts'

const NOTHING = { balanceFen: 0, giftFen: 0, depositFen: 0 }

/** Gifts that the rules in force give on this amount; the best is taken unless the desk says otherwise. */
function useGifts(oldmanId: string, kind: 'PRESTORE' | 'DEPOSIT', amountFen: number) {
  const settled = useSettled(amountFen, 250)
  const asks = kind === 'PRESTORE' && settled > 0
  const answer = useCall(pay.calls.preview, asks ? { oldmanId, amountFen: fen(settled) } : null, {
    silent: true,
    keepPrevious: true,
  })
  return { data: asks ? answer.data : undefined, current: settled === amountFen && !answer.isFetching }
}

function depositWarning(one: AccountDetailData, amountFen: number): string[] {
  const after = (one.depositFen ?? 0) + amountFen
  return one.mostDepositFen !== null && amountFen > 0 && after > one.mostDepositFen
    ? [`押金将达 ${moneyText(after)} 元，超过上限 ${moneyText(one.mostDepositFen)} 元`]
    : []
}

interface TakeProps {
  open: boolean
  kind: 'PRESTORE' | 'DEPOSIT'
  one: AccountDetailData | undefined
  onClose(): void
}

function Inner({ kind, one, onClose, open }: TakeProps & { one: AccountDetailData }) {
  const title = kind === 'PRESTORE' ? '预存' : '收押金'
  const ways = useOutsideWays({ scans: false })
  const [rows, setRows] = useState<readonly PayRow[]>([])
  const [checked, setChecked] = useState(false)
  const [payer, setPayer] = useState(() => usualPayer(one.payers))
  const [remark, setRemark] = useState('')
  const [print, setPrint] = usePreference(PRINT_PREFERENCE, true)
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const ids = useId()
  const amountFen = sumOf(rows)
  const gifts = useGifts(one.oldmanId, kind, amountFen)
  const reached = gifts.data?.rules.filter((rule) => rule.reached) ?? []
  const ruleId =
    chosen !== undefined && (chosen === null || reached.some((rule) => rule.ruleId === chosen))
      ? chosen
      : (gifts.data?.bestRuleId ?? null)
  const gift = reached.find((rule) => rule.ruleId === ruleId)?.giftFen ?? 0
  const next = gifts.data?.rules.find((rule) => !rule.reached)
  const warnings = kind === 'PRESTORE' ? (gifts.data?.warnings ?? []) : depositWarning(one, amountFen)
  const act = useAct(pay.calls.pay, { touches: MONEY })

  useEffect(() => {
    if (rows.length === 0 && ways[0] !== undefined) setRows([rowOf(ways[0], null)])
  }, [ways, rows.length])

  const submit = async () => {
    setChecked(true)
    if (rows.length === 0 || rows.some((row) => problemOf(row, NOTHING) !== null)) return
    // The gift on the screen is the gift that is given.
    if (kind === 'PRESTORE' && !gifts.current) {
      toast.info('正在核对赠送金额，请稍候再确认')
      return
    }
    const done = await act.run({
      kind,
      oldmanId: one.oldmanId,
      payments: partsOf(rows),
      ...(kind === 'PRESTORE' && ruleId && { ruleId }),
      payer: payer.trim() || null,
      remark: remark.trim() || null,
    })
    if (!done) return
    toast.success(`已收 ${moneyText(done.amountFen)} 元，收据 ${done.receiptNo}`)
    if (print) void printReceipts([done.receiptId])
    onClose()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }

  const after = kind === 'PRESTORE' ? (one.balanceFen ?? 0) + amountFen : (one.depositFen ?? 0) + amountFen
  return (
    <SideDrawer
      open={open}
      title={<ResidentTitle act={title} one={one} />}
      about={<ResidentAbout one={one} />}
      width={720}
      onClose={onClose}
      onKeyDown={onKeyDown}
      foot={
        <DrawerFoot
          note={
            <div>
              本次实收 <b className="yy-pay-sum">¥{moneyText(amountFen)}</b>
              <div className="yy-none">大写　{capitals(amountFen)}</div>
            </div>
          }
        >
          <Button onClick={onClose} disabled={act.running}>
            取消
          </Button>
          <Button type="primary" loading={act.running} onClick={() => void submit()}>
            确认收款<span className="yy-key">Ctrl+Enter</span>
          </Button>
        </DrawerFoot>
      }
    >
      <Holdings one={one} />
      {act.error && (
        <div className="yy-form-refusal" role="alert">
          {act.error.message}
          <small>没有收款，账户没有变动。</small>
        </div>
      )}
      <PaymentRows
        title={<b>1　{kind === 'PRESTORE' ? '预存金额' : '押金金额'}</b>}
        rows={rows}
        faces={ways}
        has={NOTHING}
        leftFen={0}
        checked={checked}
        disabled={act.running}
        onChange={setRows}
      />
      {kind === 'PRESTORE' && (
        <section className="yy-pay-gift yy-stack yy-gap-8">
          <b>2　优惠</b>
          {reached.length > 0 ? (
            <Radio.Group
              value={ruleId}
              disabled={act.running}
              onChange={(event) => setChosen(event.target.value as string | null)}
            >
              {reached.map((rule) => (
                <Radio key={rule.ruleId} value={rule.ruleId}>
                  {rule.name}（{rule.words}），赠送 <b className="yy-green">{moneyText(rule.giftFen)}</b>
                </Radio>
              ))}
              <Radio value={null}>不使用优惠</Radio>
            </Radio.Group>
          ) : (
            <p className="yy-none yy-no-margin">
              {amountFen > 0 && gifts.data
                ? next
                  ? `还没有达到优惠：${next.name}（${next.words}）`
                  : '现在没有预存优惠'
                : '填写金额后显示可用的优惠'}
            </p>
          )}
        </section>
      )}
      <section className="yy-pay-fields yy-grid yy-center">
        <label htmlFor={`${ids}payer`}>缴款人</label>
        <PayerPick id={`${ids}payer`} payers={one.payers} value={payer} onChange={setPayer} disabled={act.running} />
        <label htmlFor={`${ids}remark`}>备注</label>
        <Input
          id={`${ids}remark`}
          value={remark}
          maxLength={200}
          disabled={act.running}
          placeholder="选填，印在收据上"
          onChange={(event) => setRemark(event.target.value)}
        />
        <span>收据</span>
        <Checkbox checked={print} onChange={(event) => setPrint(event.target.checked)}>
          收款后打印
        </Checkbox>
      </section>
      {warnings.map((words) => (
        <p className="yy-acc-warn" role="note" key={words}>
          {words}，仍可收取。
        </p>
      ))}
      <section className="yy-pay-after yy-white yy-edge yy-round-card">
        <b>收款后</b>
        <dl>
          <div>
            <dt>{kind === 'PRESTORE' ? '账户余额' : '押金'}</dt>
            <dd>{moneyText(after)}</dd>
          </div>
          {kind === 'PRESTORE' && (
            <div>
              <dt>赠送余额</dt>
              <dd>
                {moneyText((one.giftFen ?? 0) + gift)}
                {gift > 0 && <small className="yy-green">　+{moneyText(gift)}</small>}
              </dd>
            </div>
          )}
        </dl>
      </section>
    </SideDrawer>
  )
}

export function TakeMoneyDrawer(props: TakeProps) {
  const { open, kind, one, onClose } = props
  if (one) return <Inner key={one.oldmanId} {...props} one={one} />
  return (
    <SideDrawer open={open} title={kind === 'PRESTORE' ? '预存' : '收押金'} width={720} onClose={onClose}>
      <BlockBones lines={8} />
    </SideDrawer>
  )
}
