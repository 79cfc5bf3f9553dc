// Forms of the reminders: one's own, and the rules of the house.
import { Select } from 'antd'
import {
  MOST_AHEAD,
  type RemindDetailData,
  RemindRepeat,
  type RemindRowData,
  type RemindRuleData,
  remind,
} from '#contract/administration/remind'
import { residentPick } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import type { Field, InputProps } from '#web/kit/fields/field'
import { lookupsOf } from '#web/kit/fields/lookup'
import { onOff, yesNo } from '#web/kit/fields/option'
import { longText, text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'

const { calls } = remind

const repeats = (values: Values) => values.repeat !== undefined && values.repeat !== RemindRepeat.is.ONCE
const UNITS: Readonly<Record<string, string>> = { DAILY: '天', WEEKLY: '周', MONTHLY: '个月', YEARLY: '年' }

const ownFields = {
  title: { placeholder: '如：提醒张奶奶复查血压', wide: true },
  dueTime: { as: datetime, title: '提醒时间' },
  repeat: { title: '重复', hint: '每月 31 日这样的日子，小月在最后一天提醒' },
  interval: { title: '每几天、周、月或年一次', when: repeats, hint: '1 表示每次都提醒' },
  endDate: { title: '重复到', when: repeats, hint: '不填则一直重复，直到删除' },
  aheadDays: { title: '提前几天出现', props: { unit: '天' } },
  userIds: {
    as: lookupsOf('staff'),
    title: '提醒谁',
    wide: true,
    hint: '不选只提醒自己；多人时，一人处理即算处理完',
  },
  oldmanId: { as: residentPick, title: '关联老人', wide: true },
  content: { as: longText, wide: true, placeholder: '需要准备什么、联系谁' },
} as const

/** The next full hour. */
function soon(): string {
  const at = new Date(Date.now() + 3_600_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:00:00`
}

export const addForm = (more: object = {}): FormRequest =>
  formOf(calls.add, {
    title: '新增提醒',
    verb: '新增提醒',
    width: 720,
    initial: { repeat: RemindRepeat.is.ONCE, interval: 1, aheadDays: 0, dueTime: soon(), ...more } as never,
    fields: ownFields as never,
    done: '提醒已新增，到时间会通知',
  })

const detail = (remindId: string) => send(calls.get, { remindId }, { loading: true })

export async function editForm(row: Pick<RemindRowData, 'remindId'>): Promise<FormRequest> {
  return editOf(calls.save, await detail(row.remindId), {
    title: '修改提醒',
    width: 720,
    fields: ownFields as never,
    values: (one: RemindDetailData) =>
      ({
        title: one.title,
        content: one.content,
        oldmanId: one.oldmanId,
        dueTime: one.dueTime,
        repeat: one.series?.repeat,
        interval: one.series?.interval,
        endDate: one.series?.endDate,
        aheadDays: one.series?.aheadDays,
        userIds: one.series?.users.map((user) => user.userId) ?? [],
      }) as never,
    also: (one) => ({ remindId: one.remindId, version: one.version }),
    again: () => send(calls.get, { remindId: row.remindId }),
    done: '提醒已修改，以后的都按新的来',
  })
}

export const repeatText = (series: NonNullable<RemindDetailData['series']>) =>
  series.repeat === RemindRepeat.is.ONCE
    ? '不重复'
    : `${series.interval === 1 ? RemindRepeat.label(series.repeat) : `每 ${series.interval} ${UNITS[series.repeat]}`}${
        series.endDate ? `，到 ${series.endDate}` : ''
      }`

const LEADS = [0, 1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 45, 60, 90, 120, 180]
const leadText = (days: number) => (days === 0 ? '当天' : `${days} 天`)
export const leadsText = (leads: readonly number[]) => leads.map(leadText).join('、')

const leads: Field<number[]> = {
  ...(text as unknown as Field<number[]>),
  chooses: true,
  input: ({ value, onChange, id, disabled, ...rest }) => (
    <Select<number[]>
      id={id}
      disabled={disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      mode="multiple"
      maxCount={6}
      value={value ?? []}
      options={[...new Set([...LEADS, ...(value ?? [])])]
        .filter((days) => days <= MOST_AHEAD)
        .sort((a, b) => a - b)
        .map((days) => ({ value: days, label: days === 0 ? '到期当天' : `提前 ${days} 天` }))}
      onChange={(next) => onChange?.(next)}
    />
  ),
}

function Choices({ of, value, onChange, ...rest }: InputProps<string[]> & { of: 'roles' | 'posts' }) {
  const { data, isFetching } = useCall(calls.choices, {}, { silent: true })
  return (
    <Select<string[]>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      mode="multiple"
      placeholder="可多选"
      loading={isFetching}
      value={value ?? []}
      optionFilterProp="label"
      options={(data?.[of] ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const choice = (of: 'roles' | 'posts'): Field<string[]> => ({
  ...(text as unknown as Field<string[]>),
  chooses: true,
  input: (props) => <Choices {...props} of={of} />,
})

const on = (values: Values) => values.enabled !== false
const tells = (values: Values) => on(values) && (values.bell !== false || values.sms === true)

export const ruleForm = (rule: RemindRuleData): FormRequest =>
  editOf(calls.saveRule, rule, {
    title: `提醒规则：${rule.title}`,
    about: rule.what,
    width: 720,
    fields: {
      enabled: { as: onOff, wide: true, hint: '停用后，已有的待处理提醒会自动关闭' },
      leads: { as: leads, title: '提前几天提醒', wide: true, when: on, hint: `默认 ${leadsText(rule.usualLeads)}` },
      repeatDays: { title: '到期后每几天再通知', when: tells, hint: '不填则到期后不再重复通知', props: { unit: '天' } },
      bell: { as: yesNo, title: '消息提醒', when: on, hint: '关闭后只在列表和工作台显示' },
      sms: { as: yesNo, title: '短信', when: on, hint: '短信不含姓名和健康内容' },
      holders: { as: yesNo, title: '通知有权办理的人', when: tells, hint: '按权限和部门，谁能办理就通知谁' },
      roleIds: { as: choice('roles'), title: '另外通知角色', wide: true, when: tells },
      postIds: { as: choice('posts'), title: '另外通知岗位', wide: true, when: tells },
      userIds: {
        as: lookupsOf('staff'),
        title: '另外通知人员',
        wide: true,
        when: tells,
        hint: '看不到该事项的人不会收到',
      },
    } as never,
    values: (one: RemindRuleData) =>
      ({
        enabled: one.enabled,
        leads: one.leads,
        repeatDays: one.repeatDays,
        bell: one.bell,
        sms: one.sms,
        holders: one.holders,
        roleIds: one.roles.map(({ id }) => id),
        postIds: one.posts.map(({ id }) => id),
        userIds: one.users.map(({ id }) => id),
      }) as never,
    also: (one) => ({ source: one.source, version: one.version }),
    again: async () => (await send(calls.rules, {})).find((one) => one.source === rule.source)!,
    done: '规则已保存，下一次提醒起生效',
  })
