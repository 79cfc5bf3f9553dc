// Asking for the state by hand, with the two codes written down at submission.
import { application } from '#contract/platform/application'
import { Button } from '#web/light/Button'
import { checkText } from '#web/light/check'
import { TextField } from '#web/light/Field'
import { Notice } from '#web/light/Notice'
import { useForm } from '#web/light/useForm'
import type { Receipt } from './receipt.ts'

interface Props {
  begin: Receipt | null
  /** Why the last question had no answer. */
  failure: string | null
  onAsk: (receipt: Receipt) => void
}

export function Lookup({ begin, failure, onAsk }: Props) {
  const form = useForm<{ orgId: string; queryCode: string }>(begin ?? { orgId: '', queryCode: '' }, {
    orgId: (value) => (/^[\w-]{1,64}$/.test(value.trim()) ? null : '请填写提交时得到的申请编号'),
    queryCode: (value) => checkText(application.calls.state.query.properties.queryCode, value.trim()),
  })
  return (
    <form
      ref={form.ref}
      noValidate
      className="yy-card yy-block yy-white yy-edge narrow"
      onSubmit={(event) => {
        event.preventDefault()
        if (form.valid()) onAsk({ orgId: form.values.orgId.trim(), queryCode: form.values.queryCode.trim() })
      }}
    >
      <header className="yy-row yy-between yy-wrap yy-under">
        <h1>查询入驻进度</h1>
      </header>
      <div className="body">
        {failure && <Notice kind="bad">{failure}</Notice>}
        <TextField {...form.bind('orgId')} label="申请编号" required maxLength={64} autoFocus />
        <TextField
          {...form.bind('queryCode')}
          label="查询码"
          required
          maxLength={64}
          hint="两项都在提交申请后的页面上；遗失时请联系平台运营方。"
        />
      </div>
      <footer className="yy-row yy-gap-8 yy-white yy-over">
        <span className="yy-flex-1 yy-second yy-text-13" />
        <Button kind="primary" submit>
          查询
        </Button>
      </footer>
    </form>
  )
}
