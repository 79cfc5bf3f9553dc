import { log, SmsState } from '#contract/platform/log'
import { datetime } from '#web/kit/fields/date'
import { phone } from '#web/kit/fields/phone'
import { longText, text } from '#web/kit/fields/text'
import { columns, type RowOf } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { toast } from '#web/kit/toast'

type Sms = RowOf<typeof log.calls.smsList>

/** The code inside a message, for the colleague who reads it out. */
const codeIn = (content: string) => /(?<!\d)\d{4,8}(?!\d)/.exec(content)?.[0] ?? null

const copy = async (what: string, value: string) => {
  if (await copyText(value)) toast.success(`${what}已复制`)
  else toast.warning(`浏览器不允许复制，请手动选中：${value}`)
}

const cols = columns(log.calls.smsList, {
  phone: { title: '手机号', as: phone, search: true, width: 130 },
  createTime: { title: '写入时间', as: datetime, search: 'range' },
  purpose: { title: '用途', as: text, width: 130 },
  state: { title: '状态', as: SmsState },
  content: { title: '内容', as: longText, width: 420 },
  sentTime: { title: '发送时间', as: datetime },
  failure: { title: '失败原因', as: longText, width: 200 },
})

export default function SmsOutbox() {
  return (
    <ListPage
      call={log.calls.smsList}
      columns={cols}
      rowKey="messageId"
      title="短信"
      tabs={{ field: 'state', set: SmsState }}
      heading={(row) => `${row.phone}・${SmsState.label(row.state)}`}
      actions={[
        {
          title: '复制验证码',
          when: (row: Sms) => codeIn(row.content) !== null,
          onClick: (row) => void copy('验证码', codeIn(row.content)!),
        },
        { title: '复制内容', onClick: (row) => void copy('短信内容', row.content) },
      ]}
      empty={{ title: '还没有短信', text: '没有接入短信服务商时，验证码和通知都存放在这里，由管理员转告。' }}
    />
  )
}
