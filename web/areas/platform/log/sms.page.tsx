import { log, SmsState } from '#contract/platform/log'
import { datetime } from '#web/kit/fields/date'
import { phone } from '#web/kit/fields/phone'
import { longText, text } from '#web/kit/fields/text'
import { columns, type RowOf } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { toast } from '#web/kit/toast'

type Sms = RowOf<typeof log.calls.smsList>

const copy = async (value: string) => {
  if (await copyText(value)) toast.success('短信内容已复制')
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
        // A code is the phone owner's alone: what stands here says only that one was sent.
        { title: '复制内容', when: (row: Sms) => !row.sealed, onClick: (row) => void copy(row.content) },
      ]}
      empty={{
        title: '还没有短信',
        text: '没有接入短信服务商时，通知存放在这里，由管理员转告。验证码和密码不会显示在这里。',
      }}
    />
  )
}
