import { Button, Form } from 'antd'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { account } from '#contract/expense/account'
import { receipt } from '#contract/expense/receipt'
import { refundNote } from '#contract/expense/refundNote'
import { type SettleDetailData, settlement } from '#contract/expense/settlement'
import { type SettleFormData, SettleState } from '#contract/expense/settlementWords'
import { residence } from '#contract/live/residence'
import { MONEY } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { printRefunds } from '#web/areas/expense/refundNote/printRefund'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { newRequestNo, send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import { useSettled } from '#web/kit/fields/settled'
import type { Values } from '#web/kit/form/SchemaForm'
import { openPage, usePageParams, useTab } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { CollectDrawer } from './collect.part.tsx'
import { printSettle } from './printSettle.tsx'
import { SettleFormCard } from './settleForm.part.tsx'
import { SheetView } from './sheetView.part.tsx'
import { Checks, FormFacts, Signs } from './side.part.tsx'
import './settlement.css'

const touched = () => void invalidate(...MONEY, residence)

/** Amounts of nothing and lines without a name are not sent. */
function formOf(values: Values, damage: NonNullable<SettleFormData['damage']>): SettleFormData {
  const known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))
  return {
    ...(known as SettleFormData),
    damage: damage.filter((line) => line.item.trim() !== '' || line.amountFen > 0),
  }
}

const complete = (form: SettleFormData) =>
  (form.damage ?? []).every((line) => line.item.trim() !== '' && line.amountFen > 0)

async function confirmSettle(one: SettleDetailData): Promise<void> {
  const { sums } = one.sheet
  const requestNo = newRequestNo()
  const done = await confirmAct({
    title: `确认${one.oldmanName}的退住结算 ${one.settleNo}？`,
    effects: [
      `应收 ${moneyText(sums.receivableFen)} 元，由余额、赠送余额和押金支付`,
      sums.refundFen > 0 ? `退款 ${moneyText(sums.refundFen)} 元给 ${one.form.payeeName ?? '收款人'}` : '没有退款',
      ...(sums.lapseFen > 0 ? [`剩余赠送余额 ${moneyText(sums.lapseFen)} 元失效`] : []),
      '确认后账户余额和押金为零，不能再撤销退住；可以撤销结算',
    ],
    verb: '确认结算',
    safe: '再看看',
    run: (_, options) =>
      send(settlement.calls.confirm, { oldmanId: one.oldmanId, version: one.version }, { ...options, requestNo }),
  })
  if (done === null) return
  toast.success('结算已确认')
  touched()
}

async function revokeSettle(one: SettleDetailData): Promise<void> {
  const requestNo = newRequestNo()
  const done = await confirmAct({
    title: `撤销${one.oldmanName}的退住结算 ${one.settleNo}？`,
    effects: [
      '所有记账反向冲回，账户恢复到确认之前',
      '退住账单作废，收据红冲',
      '已付出的退款请向收款人收回',
      '入住状态不变',
    ],
    verb: '撤销结算',
    safe: '不撤销',
    danger: true,
    reason: { label: '撤销原因', placeholder: '如：漏算医疗费' },
    run: (reason, options) =>
      send(
        settlement.calls.revoke,
        { oldmanId: one.oldmanId, reason, version: one.version },
        { ...options, requestNo },
      ),
  })
  if (done === null) return
  toast.success('结算已撤销，账户已恢复')
  touched()
}

async function returnSettle(one: SettleDetailData): Promise<void> {
  const done = await confirmAct({
    title: `退回结算单 ${one.settleNo}？`,
    effects: ['回到待结算，可以修改后重新提交', '已有的会签作废', '已收的补缴保留'],
    verb: '退回',
    safe: '不退回',
    reason: { label: '退回原因', placeholder: '如：赔偿金额有误' },
    run: (reason, options) =>
      send(settlement.calls.return, { oldmanId: one.oldmanId, reason, version: one.version }, options),
  })
  if (done === null) return
  toast.success('已退回')
  touched()
}

function Head({ one, acts }: { one: SettleDetailData; acts: React.ReactNode }) {
  return (
    <section className="yy-card yy-card-body yy-settle-head yy-flex yy-below-12 yy-wrap yy-center">
      <ResidentCell notes={false} row={one} link />
      <StatusTag option={SettleState.find(one.state)!} />
      <dl>
        <div>
          <dt>床位</dt>
          <dd>
            <BedPath path={one.bedPath} />
          </dd>
        </div>
        <div>
          <dt>居住</dt>
          <dd>
            {one.startDate} 至 {one.checkoutDate}，{one.days} 天
          </dd>
        </div>
        {one.checkoutReason && (
          <div>
            <dt>退住原因</dt>
            <dd>{one.checkoutReason}</dd>
          </div>
        )}
        {one.settleNo && (
          <div>
            <dt>结算单</dt>
            <dd>{one.settleNo}</dd>
          </div>
        )}
        {one.confirmTime && (
          <div>
            <dt>确认</dt>
            <dd>
              {one.confirmName} {one.confirmTime.slice(0, 16)}
            </dd>
          </div>
        )}
      </dl>
      <span className="yy-flex yy-wrap yy-gap-8 yy-push">{acts}</span>
    </section>
  )
}

/** The sums follow a reduction while its reason is still to be typed; nothing is saved without one. */
const counted = (form: SettleFormData): SettleFormData =>
  form.discountFen && !form.discountReason ? { ...form, discountReason: '待填写' } : form

/** While it is open: the form on the right, the sheet on the left follows it. */
function OpenSettle({ one }: { one: SettleDetailData }) {
  const [form] = Form.useForm<Values>()
  const [damage, setDamage] = useState<NonNullable<SettleFormData['damage']>>(one.form.damage ?? [])
  const [day, setDay] = useState(one.checkoutDate)
  const [typed, setTyped] = useState<SettleFormData>(one.form)
  const follow = (lines = damage) => {
    // What was refused before was about another form.
    save.reset()
    submit.reset()
    setTyped(formOf(form.getFieldsValue(true) as Values, lines))
  }
  const request = useSettled(typed, 350)
  const dirty = JSON.stringify(typed) !== JSON.stringify(one.form) || day !== one.checkoutDate
  const looked = useCall(
    settlement.calls.tryForm,
    one.can.includes('save') && dirty && complete(request)
      ? { oldmanId: one.oldmanId, form: counted(request), ...(one.inHouse && { checkoutDate: day }) }
      : null,
    { keepPrevious: true, silent: true },
  )
  const sheet = (dirty ? looked.data : undefined) ?? one.sheet
  const save = useAct(settlement.calls.save, { handles: () => true })
  const submit = useAct(settlement.calls.submit, { handles: () => true, touches: [residence] })
  const running = save.running || submit.running
  const problem = save.error ?? submit.error ?? (dirty ? looked.error : null)
  const keep = async () => {
    submit.reset()
    const values = await form.validateFields().catch(() => null)
    const filled = formOf(form.getFieldsValue(true) as Values, damage)
    if (!values) return undefined
    if (!complete(filled)) {
      toast.warning('请填写每项赔偿的物品和金额')
      return undefined
    }
    return save.run({
      oldmanId: one.oldmanId,
      form: filled,
      ...(one.inHouse && { checkoutDate: day }),
      ...(one.settleId && { version: one.version }),
    })
  }
  const send = async () => {
    const saved = await keep()
    if (!saved) return
    const done = await submit.run({ oldmanId: one.oldmanId, version: saved.version })
    if (done) toast.success('已提交，等待会签和确认')
  }
  const may = one.can.includes('save')
  return (
    <>
      <Head
        one={one}
        acts={
          <>
            <Button
              icon={<Printer size={15} aria-hidden />}
              onClick={() => void printSettle(one.oldmanId, one.settleId)}
            >
              打印试算
            </Button>
            {may && (
              <>
                <Button
                  loading={save.running}
                  disabled={running}
                  onClick={() => void keep().then((saved) => saved && toast.success('已保存'))}
                >
                  保存
                </Button>
                <Button type="primary" loading={submit.running} disabled={running} onClick={() => void send()}>
                  提交结算
                </Button>
              </>
            )}
          </>
        }
      />
      {one.returnReason && <p className="yy-settle-note yy-pad-8-12 yy-round">上次被退回或撤销：{one.returnReason}</p>}
      {problem && (
        <div className="yy-form-refusal" role="alert">
          {problem.message}
        </div>
      )}
      <div className="yy-settle yy-grid yy-start yy-gap-12">
        <PageCard title="结算试算" sub="提交前不写入账户">
          <SheetView sheet={sheet} />
        </PageCard>
        <div className="yy-grid yy-gap-12">
          {may && (
            <SettleFormCard
              one={one}
              form={form}
              damage={damage}
              onDamage={(next) => {
                setDamage(next)
                follow(next)
              }}
              checkoutDate={day}
              onCheckoutDate={setDay}
              onChange={() => follow()}
            />
          )}
          <Checks sheet={sheet} />
          <Signs one={one} running={running} onSign={() => undefined} />
        </div>
      </div>
    </>
  )
}

function SentSettle({ one }: { one: SettleDetailData }) {
  const may = useMay()
  const [collecting, setCollecting] = useState(false)
  const sign = useAct(settlement.calls.sign)
  const { sums } = one.sheet
  const waits = one.signs.some((sign) => !sign.userName)
  return (
    <>
      <Head
        one={one}
        acts={
          <>
            <Button
              icon={<Printer size={15} aria-hidden />}
              onClick={() => void printSettle(one.oldmanId, one.settleId)}
            >
              打印结算单
            </Button>
            {one.receiptIds.length > 0 && may(receipt.calls.print.needs) && (
              <Button onClick={() => void printReceipts(one.receiptIds)}>打印收据</Button>
            )}
            {one.refundIds.length > 0 && may(refundNote.calls.print.needs) && (
              <Button onClick={() => void printRefunds(one.refundIds)}>打印退款单</Button>
            )}
            {may(account.pages.detail.needs) && (
              <Button onClick={() => openPage(account.pages.detail.path, { oldmanId: one.oldmanId })}>老人账户</Button>
            )}
            {one.can.includes('return') && <Button onClick={() => void returnSettle(one)}>退回</Button>}
            {one.can.includes('collect') && sums.outstandingFen > 0 && (
              <Button type="primary" onClick={() => setCollecting(true)}>
                收取补缴 {moneyText(sums.outstandingFen)}
              </Button>
            )}
            {one.can.includes('confirm') && (
              <Button
                type="primary"
                disabled={waits || sums.outstandingFen > 0 || one.changed !== null}
                title={
                  waits
                    ? '会签完成后才能确认'
                    : sums.outstandingFen > 0
                      ? '收取补缴后才能确认'
                      : (one.changed ?? undefined)
                }
                onClick={() => void confirmSettle(one)}
              >
                确认结算
              </Button>
            )}
            {one.can.includes('revoke') && (
              <Button danger onClick={() => void revokeSettle(one)}>
                撤销结算
              </Button>
            )}
          </>
        }
      />
      {one.changed && (
        <p className="yy-settle-note yy-pad-8-12 yy-round" role="alert">
          提交后金额有变化：{one.changed}。请退回后重新提交。
        </p>
      )}
      <div className="yy-settle yy-grid yy-start yy-gap-12">
        <PageCard title={one.state === 'CONFIRMED' ? '结算结果' : '待确认的结算'}>
          <SheetView sheet={one.sheet} />
        </PageCard>
        <div className="yy-grid yy-gap-12">
          <Signs
            one={one}
            running={sign.running}
            onSign={(step) =>
              void sign
                .run({ oldmanId: one.oldmanId, step, version: one.version })
                .then((done) => done && toast.success(`${step}已会签`))
            }
          />
          {one.state === 'SUBMITTED' && <Checks sheet={one.sheet} />}
          <FormFacts one={one} />
        </div>
      </div>
      <CollectDrawer one={one} open={collecting} onClose={() => setCollecting(false)} />
    </>
  )
}

export default function SettleDetail() {
  const { oldmanId, settleId } = usePageParams<'oldmanId' | 'settleId'>()
  const { setTitle } = useTab()
  const { data, refetch, state } = useLoaded(
    settlement.calls.detail,
    oldmanId ? { oldmanId, settleId: settleId ?? null } : null,
    { what: '退住结算', lines: 16 },
  )
  // Others sign and collect meanwhile. A form that is being filled stays as it was opened, so that its version tells.
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (oldmanId && data && data.state !== 'OPEN' && oldmanIds.includes(oldmanId)) void refetch()
  })
  const name = data?.oldmanName
  useEffect(() => {
    if (name) setTitle(`结算 ${name}`)
  }, [name, setTitle])
  if (!oldmanId) return <Empty title="没有指明是哪位老人" text="请从退住结算列表中打开。" />
  if (!data) return state
  return data.state === 'OPEN' ? <OpenSettle key={data.settleId ?? 'new'} one={data} /> : <SentSettle one={data} />
}
