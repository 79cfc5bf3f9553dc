// Reminding several families at once: by message, or entered after it was told another way.
import { Alert, Button, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import {
  payRemind,
  REMIND_TEXT,
  RemindChannel,
  type RemindChannelValue,
  type RemindRowData,
  remindPlaceholders,
} from '#contract/expense/payRemind'
import type { DataOf } from '#contract/kit/call'
import { amountText } from '#web/kit/fields/amount'
import { moneyText } from '#web/kit/fields/money'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { printLetters } from './printLetters.tsx'

type Told = Pick<
  RemindRowData,
  'oldmanId' | 'oldmanName' | 'owedFen' | 'months' | 'daysLate' | 'payerName' | 'payerPhone'
>

const preview = (template: string, row: Told, org: string) =>
  template
    .replaceAll('{机构}', org)
    .replaceAll('{老人}', row.oldmanName)
    .replaceAll('{账期}', row.months.join('、'))
    .replaceAll('{金额}', amountText(row.owedFen))
    .replaceAll('{逾期天数}', String(row.daysLate))
    .replaceAll('{付费人}', row.payerName ?? '家属')

interface SendProps {
  rows: readonly Told[] | null
  org: string
  onClose(): void
  onDone(): void
}

export function SendDrawer({ rows, org, onClose, onDone }: SendProps) {
  const [channel, setChannel] = useState<RemindChannelValue>('SMS')
  const [content, setContent] = useState<string>(REMIND_TEXT)
  const [result, setResult] = useState<DataOf<typeof payRemind.calls.send> | null>(null)
  const counts = useCall(payRemind.calls.counts, rows ? {} : null, { silent: true })
  const act = useAct(payRemind.calls.send)
  useEffect(() => {
    if (rows) setResult(null)
  }, [rows])
  const shown = rows ?? []
  const total = shown.reduce((sum, row) => sum + (row.owedFen ?? 0), 0)
  const unreachable = shown.filter((row) => !row.payerPhone || !/^1\d\d[\d*]{4}\d{4}$/.test(row.payerPhone)).length
  const submit = async () => {
    const ids = shown.map((row) => row.oldmanId)
    const done = await act.run({ oldmanIds: ids, channel, content })
    if (!done) return
    onDone()
    if (channel === 'PRINT') void printLetters(ids)
    if (done.failed === 0) {
      toast.success(`已提醒 ${done.sent} 人`)
      onClose()
    } else setResult(done)
  }
  return (
    <SideDrawer
      open={rows !== null}
      title={shown.length === 1 ? `缴费提醒・${shown[0]!.oldmanName}` : `缴费提醒・${shown.length} 人`}
      width={720}
      onClose={onClose}
      foot={
        <DrawerFoot
          note={
            <span>
              {shown.length} 人，未缴合计 <b className="yy-owed">{moneyText(total)}</b> 元
            </span>
          }
        >
          <Button onClick={onClose}>{result ? '关闭' : '取消'}</Button>
          {!result && (
            <Button type="primary" loading={act.running} onClick={() => void submit()}>
              {channel === 'SMS' ? '发送短信' : channel === 'PRINT' ? '登记并打印通知单' : '登记提醒'}
            </Button>
          )}
        </DrawerFoot>
      }
    >
      {result ? (
        <>
          <p>
            已提醒 <b>{result.sent}</b> 人，未成功 <b className="yy-owed">{result.failed}</b> 人：
          </p>
          <ul className="yy-remind-results yy-no-margin">
            {result.results
              .filter((one) => !one.ok)
              .map((one) => (
                <li key={one.oldmanId}>
                  <b>{one.oldmanName}</b> {one.reason}
                </li>
              ))}
          </ul>
        </>
      ) : (
        <>
          {act.error && (
            <div className="yy-form-refusal" role="alert">
              {act.error.message}
            </div>
          )}
          <p>提醒方式</p>
          <Radio.Group
            value={channel}
            optionType="button"
            options={RemindChannel.list.map(({ value, label }) => ({ value, label }))}
            onChange={(event) => setChannel(event.target.value as RemindChannelValue)}
          />
          {channel === 'SMS' && counts.data && !counts.data.smsReady && (
            <Alert
              className="yy-remind-alert"
              type="warning"
              showIcon
              title="短信网关还没有接入，短信会放在发件箱，由管理员查看。"
            />
          )}
          {channel === 'SMS' && unreachable > 0 && (
            <Alert
              className="yy-remind-alert"
              type="warning"
              showIcon
              title={`${unreachable} 人没有登记付费人的手机号，会记为未成功。`}
            />
          )}
          {channel !== 'SMS' && <p className="yy-none">只登记已经提醒过，不发送短信。</p>}
          <p>提醒内容</p>
          <Input.TextArea
            aria-label="提醒内容"
            value={content}
            maxLength={300}
            showCount
            autoSize={{ minRows: 3, maxRows: 6 }}
            onChange={(event) => setContent(event.target.value)}
          />
          <p className="yy-none">可用：{remindPlaceholders.join(' ')}</p>
          {shown[0] && (
            <>
              <p>第一条会是</p>
              <blockquote className="yy-remind-preview yy-no-margin yy-tint">
                {preview(content || REMIND_TEXT, shown[0], org)}
              </blockquote>
            </>
          )}
        </>
      )}
    </SideDrawer>
  )
}
