// The form of a notice: words with pictures, papers, whom it is for, when it comes and goes.
import { type NoticeData, type NoticeFormData, notice } from '#contract/administration/notice'
import { MOST_ATTACHMENTS, NoticeScope, NoticeState } from '#contract/administration/noticeWords'
import { send } from '#web/kit/call'
import { filesOf } from '#web/kit/fields/file'
import { lookupsOf } from '#web/kit/fields/lookup'
import { radioOf } from '#web/kit/fields/option'
import { richText } from '#web/kit/fields/richText'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpecs } from '#web/kit/form/SchemaForm'

const { add, save, get } = notice.calls
const scopeIs = (scope: string) => (values: Record<string, unknown>) => values.scope === scope

const fieldsFor = (published: boolean): FieldSpecs<typeof save.body> => ({
  title: { wide: true, placeholder: '如：关于消防演练的通知' },
  scope: {
    as: radioOf(NoticeScope),
    wide: true,
    disabled: published,
    hint: published ? '已发布的公告不能改接收范围；要换人请撤回后重新发布' : undefined,
  },
  deptIds: {
    as: lookupsOf('departments'),
    title: '接收部门',
    wide: true,
    disabled: published,
    when: scopeIs(NoticeScope.is.depts),
    hint: '选上级部门时，下级部门的人也会收到',
    check: (value) => (value?.length ? null : '请选择接收的部门'),
  },
  jobIds: {
    as: lookupsOf('jobs'),
    title: '接收岗位',
    wide: true,
    disabled: published,
    when: scopeIs(NoticeScope.is.jobs),
    check: (value) => (value?.length ? null : '请选择接收的岗位'),
  },
  userIds: {
    as: lookupsOf('staff'),
    title: '接收人员',
    wide: true,
    disabled: published,
    when: scopeIs(NoticeScope.is.persons),
    check: (value) => (value?.length ? null : '请选择接收的人员'),
  },
  html: { as: richText, title: '正文', wide: true, props: { height: 260 } },
  attachments: { as: filesOf({ max: MOST_ATTACHMENTS }), wide: true },
  confirm: { hint: '打开后，每个人看完要点“我已知悉”，可以查看谁没有确认' },
  top: { hint: '在每个人的通知里排在前面' },
  publishAt: { disabled: published, hint: '不填则点“发布”时立即发布' },
  endAt: { hint: '到时间后移到“已过期”，不再提醒；不填则一直有效' },
  ...(published && {
    note: { as: longText, title: '修改说明', wide: true, placeholder: '告诉大家改了什么，如：演练改到周六上午' },
  }),
})

type Saved = (row: NoticeData) => void

export const newNotice = (onDone: Saved): FormRequest =>
  formOf(add, {
    title: '起草公告',
    verb: '保存草稿',
    width: 960,
    fields: fieldsFor(false),
    initial: { scope: NoticeScope.is.all },
    done: '草稿已保存，核对后点“发布”',
    onDone,
  })

const valuesOf = (row: NoticeData): NoticeFormData => {
  const ids = row.targets.map((one) => one.value)
  return {
    title: row.title,
    scope: row.scope,
    deptIds: row.scope === NoticeScope.is.depts ? ids : null,
    jobIds: row.scope === NoticeScope.is.jobs ? ids : null,
    userIds: row.scope === NoticeScope.is.persons ? ids : null,
    html: row.html,
    attachments: row.attachments.length > 0 ? row.attachments : null,
    top: row.top,
    confirm: row.confirm,
    publishAt: row.publishAt,
    endAt: row.endAt,
  }
}

export async function editNotice(noticeId: string, onDone: Saved): Promise<FormRequest> {
  const row = await send(get, { noticeId })
  const published = row.state === NoticeState.is.PUBLISHED
  return editOf(save, row, {
    title: published ? '修改已发布的公告' : '修改公告草稿',
    verb: published ? '保存并通知大家' : '保存草稿',
    about: row.title,
    width: 960,
    fields: fieldsFor(published),
    ...(published && {
      head: (
        <p className="yy-notice-strip">
          内容改动会保留为第 {row.edition + 1} 版，所有接收人会收到提醒，要重新阅读
          {row.confirm && '并确认'}；以前的阅读和确认记录保留。
        </p>
      ),
    }),
    values: valuesOf,
    also: ({ noticeId: id, version }: NoticeData) => ({ noticeId: id, version }),
    again: () => send(get, { noticeId }),
    done: published ? '已保存，改动已通知接收人' : '草稿已保存，核对后点“发布”',
    onDone,
  })
}
