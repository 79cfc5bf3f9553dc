import { useState } from 'react'
import {
  type FamilyNoticeData,
  type FamilyNoticeRowData,
  FamilyNoticeState,
  familyNotice,
} from '#contract/live/familyNotice'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { publishFamilyNotice, recallFamilyNotice, removeFamilyNotice } from './acts.ts'
import { FamilyNoticeDrawer } from './detail.part.tsx'
import { editFamilyNotice, editTemplate, newFamilyNotice, newTemplate } from './forms.tsx'
import { TemplatesDrawer } from './templates.part.tsx'

const cols = columns(familyNotice.calls.list, {
  title: {
    title: '标题',
    as: text,
    width: 280,
    sort: true,
    search: { field: 'keyword', title: '标题或内容', as: keyword, placeholder: '标题或内容', width: 180, order: 1 },
  },
  state: { title: '状态', as: FamilyNoticeState, width: 100 },
  elderText: { title: '老人', as: text, width: 200 },
  readCount: {
    title: '家属已读',
    width: 100,
    align: 'right',
    cell: (read, row) => (row.receivers === 0 ? '—' : `${read} / ${row.receivers}`),
    text: (read, row) => (row.receivers === 0 ? '' : `${read} / ${row.receivers}`),
  },
  sms: { title: '短信', as: yesNo, width: 80 },
  attachmentCount: { title: '附件', as: int, width: 70 },
  publishedAt: {
    title: '发布时间',
    as: datetime,
    sort: true,
    search: { from: 'startDate', to: 'endDate', order: 2 },
  },
  publishedName: { title: '发布人', as: person, width: 90 },
  createdName: { title: '起草人', as: person, width: 90, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

const tabs = { field: 'state', set: FamilyNoticeState }
const refreshOn = [familyNotice.events.changed]

export default function FamilyNotices() {
  const [opened, setOpened] = useState<string | null>(null)
  const [keeping, setKeeping] = useState(false)
  const [form, setForm] = useState<FormRequest | null>(null)
  // What was saved lies open with its next step.
  const saved = (row: FamilyNoticeData) => setOpened(row.messageId)
  const edit = (messageId: string) => void editFamilyNotice(messageId, saved).then(setForm)
  const open = (row: FamilyNoticeRowData) => setOpened(row.messageId)
  const actions: RowAction<FamilyNoticeRowData>[] = [
    { title: (row) => (row.receivers > 0 ? '阅读情况' : '查看'), link: '查看', onClick: open },
    { title: '发布', move: 'publish', onClick: (row) => void publishFamilyNotice(row.messageId) },
    { title: '修改', move: 'edit', onClick: (row) => edit(row.messageId) },
    { title: '撤回', move: 'recall', danger: true, onClick: (row) => void recallFamilyNotice(row) },
    { title: '删除草稿', move: 'remove', danger: true, onClick: (row) => void removeFamilyNotice(row) },
  ]
  return (
    <ListPage
      call={familyNotice.calls.list}
      columns={cols}
      rowKey="messageId"
      title="家属通知"
      tabs={tabs}
      create={{
        title: '起草家属通知',
        needs: familyNotice.calls.add.needs,
        onClick: () => setForm(newFamilyNotice(null, saved)),
      }}
      tools={[{ title: '通知模板', onClick: () => setKeeping(true) }]}
      open={open}
      heading={(row) => `${row.title}・${FamilyNoticeState.label(row.state)}`}
      actions={actions}
      refreshOn={refreshOn}
      empty={{
        title: '还没有家属通知',
        text: '点“起草家属通知”选老人、写内容；家属在自己的手机页面上看到，谁读了这里一目了然。',
      }}
    >
      <TemplatesDrawer
        open={keeping}
        onUse={(row) => {
          setKeeping(false)
          setForm(newFamilyNotice(row, saved))
        }}
        onNew={() => setForm(newTemplate())}
        onEdit={(row) => setForm(editTemplate(row))}
        onClose={() => setKeeping(false)}
      />
      <FamilyNoticeDrawer
        messageId={opened}
        onEdit={edit}
        onKeep={(row) => setForm(newTemplate(row))}
        onClose={() => setOpened(null)}
      />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
