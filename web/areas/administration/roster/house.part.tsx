// What a house decides about its rosters: rules, turns of days, and how many people each ward wants on a shift.
import { Button, Checkbox, InputNumber, Select, Tabs } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type RosterMonthData,
  type RosterNeedData,
  type RosterPatternData,
  roster,
} from '#contract/administration/roster'
import type { RosterRules } from '#contract/administration/rosterRules'
import { NeedDays } from '#contract/administration/rosterWords'
import { CertificateKind } from '#contract/administration/staffWords'
import { send } from '#web/kit/call'
import { text } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Chip } from './grid.part.tsx'
import { faceOf, shiftContent } from './rosterView.ts'

type Save = (rules: RosterRules) => void
function RulesForm({ rules, running, onSave }: { rules: RosterRules; running: boolean; onSave: Save }) {
  const [now, setNow] = useState(rules)
  const line = (
    name: 'restHours' | 'nightsInRow' | 'daysInRow' | 'monthHours',
    label: string,
    unit: string,
    limits: [number, number],
  ) => (
    <div className="yy-row yy-gap-12">
      <span className="yy-ros-rule">{label}</span>
      <InputNumber
        aria-label={label}
        min={limits[0]}
        max={limits[1]}
        precision={0}
        value={now[name]}
        suffix={unit}
        onChange={(value) => value !== null && setNow({ ...now, [name]: value })}
      />
    </div>
  )
  return (
    <div className="yy-stack yy-gap-16">
      {line('restHours', '两班之间至少休息', '小时', [8, 24])}
      {line('nightsInRow', '最多连上夜班', '个', [1, 15])}
      {line('daysInRow', '最多连续上班', '天', [1, 31])}
      {line('monthHours', '每月工时上限', '小时', [80, 400])}
      <Checkbox
        checked={now.healthForbids}
        onChange={(event) => setNow({ ...now, healthForbids: event.target.checked })}
      >
        健康证过期的人不能排班（不勾选只提醒）
      </Checkbox>
      <p className="yy-second yy-no-margin">
        休息不足 8 小时、两班重叠、请假期间和不宜上夜班的人排夜班，总是不能发布；其余只提醒，发布时确认。
      </p>
      <div>
        <Button type="primary" loading={running} onClick={() => onSave(now)}>
          保存规则
        </Button>
      </div>
    </div>
  )
}

function Rules() {
  const setting = useCall(roster.calls.setting, {})
  const save = useAct(roster.calls.saveSetting, { onDone: () => toast.success('排班规则已保存') })
  if (!setting.data) return null
  const { version, ...rules } = setting.data
  return (
    <RulesForm
      key={version}
      rules={rules}
      running={save.running}
      onSave={(now) => void save.run({ ...now, version })}
    />
  )
}

function PatternEdit({
  month,
  pattern,
  onDone,
}: {
  month: RosterMonthData
  pattern: RosterPatternData | null
  onDone(): void
}) {
  const [name, setName] = useState(pattern?.name ?? '')
  const [steps, setSteps] = useState<readonly (string | null)[]>(pattern?.steps ?? [])
  const done = () => {
    toast.success('轮班规律已保存')
    onDone()
  }
  const add = useAct(roster.calls.addPattern, { onDone: done })
  const save = useAct(roster.calls.savePattern, { onDone: done })
  const form = { name, steps: [...steps] }
  return (
    <div className="yy-stack yy-gap-12 yy-edge yy-round yy-pad-12">
      <label className="yy-row yy-gap-12">
        名称
        <input
          className="yy-ros-input yy-round yy-ring yy-grow"
          maxLength={30}
          value={name}
          placeholder="如：五组轮转"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <div className="yy-row yy-wrap yy-gap-6" role="group" aria-label="每天的班次">
        {steps.map((step, i) => {
          const face = step ? faceOf(shiftContent(step), month) : null
          return (
            <button
              key={`${i} ${step}`}
              type="button"
              className="yy-bare yy-ring yy-round"
              title="点一下去掉这天"
              aria-label={`第 ${i + 1} 天 ${face?.words ?? '休息'}，点一下去掉`}
              onClick={() => setSteps(steps.filter((_, at) => at !== i))}
            >
              {face ? <Chip face={{ ...face, night: false }} /> : <b className="yy-ros-chip is-rest">休</b>}
            </button>
          )
        })}
        {steps.length === 0 && <span className="yy-second">从下面逐天加入班次</span>}
      </div>
      <div className="yy-row yy-wrap yy-gap-6">
        {month.shifts
          .filter((one) => one.enabled)
          .map((one) => (
            <Button
              key={one.shiftPkId}
              size="small"
              disabled={steps.length >= 31}
              onClick={() => setSteps([...steps, one.shiftPkId])}
            >
              + {one.shiftName}
            </Button>
          ))}
        <Button size="small" disabled={steps.length >= 31} onClick={() => setSteps([...steps, null])}>
          + 休息
        </Button>
        <span className="yy-push yy-row yy-gap-8">
          <Button size="small" onClick={onDone}>
            不保存
          </Button>
          <Button
            size="small"
            type="primary"
            loading={add.running || save.running}
            onClick={() =>
              pattern
                ? void save.run({ ...form, patternId: pattern.patternId, version: pattern.version })
                : void add.run(form)
            }
          >
            保存规律
          </Button>
        </span>
      </div>
    </div>
  )
}

function Patterns({ month }: { month: RosterMonthData }) {
  const patterns = useCall(roster.calls.patterns, {})
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <div className="yy-stack yy-gap-12">
      {patterns.data?.map((one) =>
        editing === one.patternId ? (
          <PatternEdit key={one.patternId} month={month} pattern={one} onDone={() => setEditing(null)} />
        ) : (
          <div key={one.patternId} className="yy-row yy-gap-12">
            <b>{one.name}</b>
            <span className="yy-row yy-gap-4 yy-grow yy-wrap">
              {one.steps.map((step, i) => {
                const face = step ? faceOf(shiftContent(step), month) : null
                return face ? (
                  <Chip key={`${i} ${step}`} face={{ ...face, night: false }} />
                ) : (
                  <b key={`${i} rest`} className="yy-ros-chip is-rest">
                    休
                  </b>
                )
              })}
            </span>
            <Button size="small" onClick={() => setEditing(one.patternId)}>
              修改
            </Button>
            <Button
              size="small"
              danger
              aria-label={`删除${one.name}`}
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() =>
                void confirmCall(roster.calls.removePattern, {
                  input: { patternId: one.patternId },
                  title: `删除轮班规律“${one.name}”？`,
                  effects: ['已经排好的班不变', '不能撤销'],
                  verb: '删除规律',
                  safe: '不删除',
                  danger: true,
                  done: '已删除',
                })
              }
            />
          </div>
        ),
      )}
      {editing === '' ? (
        <PatternEdit month={month} pattern={null} onDone={() => setEditing(null)} />
      ) : (
        <div>
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEditing('')}>
            新增轮班规律
          </Button>
        </div>
      )}
    </div>
  )
}

const needFields = (month: RosterMonthData) => ({
  shiftPkId: {
    as: {
      ...text,
      chooses: true,
      input: ({ value, onChange, ...rest }: { value?: string | null; onChange?: (next: string) => void }) => (
        <Select
          {...rest}
          value={value ?? null}
          options={month.shifts
            .filter((one) => one.enabled)
            .map((one) => ({ value: one.shiftPkId, label: one.shiftName }))}
          onChange={(next) => onChange?.(next ?? '')}
        />
      ),
    },
  },
})

const needWords = (one: RosterNeedData) =>
  [
    NeedDays.label(one.days),
    `${one.people} 人`,
    one.certified > 0 && `其中 ${one.certified} 人有${CertificateKind.label(one.certificate)}`,
    one.jobIds.length > 0 && '只算指定岗位',
  ]
    .filter(Boolean)
    .join('，')

function Needs({ month }: { month: RosterMonthData }) {
  const needs = useCall(roster.calls.needs, {})
  const [form, setForm] = useState<FormRequest | null>(null)
  const rest = { columns: 1, fields: needFields(month), onDone: () => toast.success('用人要求已保存') }
  const edit = (one: RosterNeedData) =>
    setForm(
      editOf(roster.calls.saveNeed, one, {
        title: '修改用人要求',
        ...rest,
        values: ({ deptId, shiftPkId, days, people, certified, certificate, jobIds }: RosterNeedData) => ({
          deptId,
          shiftPkId,
          days,
          people,
          certified,
          certificate,
          jobIds,
        }),
        also: ({ needId, version }: RosterNeedData) => ({ needId, version }),
        again: async () => (await send(roster.calls.needs, {})).find((row) => row.needId === one.needId) ?? one,
      } as never),
    )
  return (
    <div className="yy-stack yy-gap-12">
      {needs.data?.length === 0 && (
        <Empty title="还没有用人要求" text="写明每个部门每个班次要几个人，排班表底部就会算出缺口。" />
      )}
      {needs.data?.map((one) => (
        <div key={one.needId} className="yy-row yy-gap-12">
          <span className="yy-grow">
            <b>
              {one.deptName} {one.shiftName}
            </b>
            <span className="yy-second">　{needWords(one)}</span>
          </span>
          <Button size="small" onClick={() => edit(one)}>
            修改
          </Button>
          <Button
            size="small"
            danger
            aria-label={`删除${one.deptName}${one.shiftName}的要求`}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() =>
              void confirmCall(roster.calls.removeNeed, {
                input: { needId: one.needId },
                title: `删除“${one.deptName} ${one.shiftName}”的用人要求？`,
                effects: ['排班表底部不再计算这一班的缺口', '不能撤销'],
                verb: '删除要求',
                safe: '不删除',
                danger: true,
                done: '已删除',
              })
            }
          />
        </div>
      ))}
      <div>
        <Button
          icon={<Plus size={15} aria-hidden />}
          onClick={() =>
            setForm(
              formOf(roster.calls.addNeed, {
                title: '新增用人要求',
                ...rest,
                initial: { days: NeedDays.is.ALL },
              } as never),
            )
          }
        >
          新增用人要求
        </Button>
      </div>
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
    </div>
  )
}

export function HouseDrawer({ month, open, onClose }: { month: RosterMonthData; open: boolean; onClose(): void }) {
  return (
    <SideDrawer open={open} width={720} title="规则、规律与用人要求" asks={false} onClose={onClose}>
      <Tabs
        items={[
          { key: 'needs', label: '用人要求', children: <Needs month={month} /> },
          { key: 'patterns', label: '轮班规律', children: <Patterns month={month} /> },
          { key: 'rules', label: '排班规则', children: <Rules /> },
        ]}
      />
    </SideDrawer>
  )
}
