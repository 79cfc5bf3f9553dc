// Proposing a change of level: for whom, from which assessment, to which level, from which day and why. The same drawer
// changes a proposal that is not decided yet.
import { Alert, Button, Input, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { type RegradeData, type RegradeStart, regrade } from '#contract/live/regrade'
import { IN_HOUSE } from '#contract/live/resident'
import { ResidentPicker } from '#web/areas/live/residentPick.part'
import { date } from '#web/kit/fields/date'
import { openPage } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { money, monthDay } from './words.ts'

export const openRegrade = (regradeId: string) => openPage(regrade.pages.detail.path, { regradeId })

interface FieldProps {
  title: string
  required?: boolean
  hint?: ReactNode
  fault?: string | undefined
  children: ReactNode
}

const Field = ({ title, required = false, hint, fault, children }: FieldProps) => (
  <div className="yy-stack yy-gap-6">
    <span>
      {required && <i className="yy-red yy-upright">* </i>}
      {title}
    </span>
    {children}
    {fault ? (
      <small className="yy-red" role="alert">
        {fault}
      </small>
    ) : (
      hint && <small className="yy-second">{hint}</small>
    )}
  </div>
)

interface Values {
  assessmentId: string | null
  levelId: string | null
  effectiveDate: string
  reason: string
  levelReason: string
  informed: string
  templateId: string | null
}

const valuesOf = (start: RegradeStart, one: RegradeData | null, assessmentId: string | null): Values => {
  if (one) {
    const { levelReason, informed, templateId, effectiveDate, reason } = one
    return {
      assessmentId: one.assessmentId,
      levelId: one.newLevelId,
      effectiveDate: effectiveDate < start.tomorrow ? start.tomorrow : effectiveDate,
      reason,
      levelReason: levelReason ?? '',
      informed: informed ?? '',
      templateId,
    }
  }
  const named = start.assessments.find((it) => it.assessmentId === assessmentId) ?? start.assessments[0]
  const fits = named && named.mappedLevelId !== null && named.mappedLevelId !== start.levelId ? named : null
  const chosen = assessmentId ? named : fits
  return {
    assessmentId: chosen?.assessmentId ?? null,
    levelId: chosen?.mappedLevelId ?? null,
    effectiveDate: start.nextMonth,
    reason: chosen ? `评估结论${chosen.levelName ?? ''}` : '',
    levelReason: '',
    informed: '',
    templateId: start.templateId,
  }
}

interface BodyProps {
  /** Where the button stands. */
  foot: HTMLElement | null
  start: RegradeStart
  one: RegradeData | null
  assessmentId: string | null
  onDone(regradeId: string): void
}

function Body({ foot, start, one, assessmentId, onDone }: BodyProps) {
  const [values, setValues] = useState(() => valuesOf(start, one, assessmentId))
  const propose = useAct(regrade.calls.propose, { handles: () => true })
  const save = useAct(regrade.calls.save, { handles: () => true })
  const error = propose.error ?? save.error
  const running = propose.running || save.running
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }))
  const fault = (field: string) => (error?.field === field ? error.message : undefined)
  const assessed = start.assessments.find((it) => it.assessmentId === values.assessmentId)
  const other = assessed?.mappedLevelId != null && values.levelId !== null && assessed.mappedLevelId !== values.levelId
  const chosen =
    values.effectiveDate === start.tomorrow ? 'tomorrow' : values.effectiveDate === start.nextMonth ? 'first' : 'other'
  async function send(): Promise<void> {
    const { assessmentId: of, levelReason, informed, ...rest } = values
    const written = { ...rest, levelReason: levelReason || null, informed: informed || null }
    const done = one
      ? await save.run({ regradeId: one.regradeId, version: one.version, ...written })
      : await propose.run({ oldmanId: start.oldmanId, assessmentId: of, ...written })
    if (!done) return
    toast.success(one ? '已保存' : '草稿已建好，请核对计划和费用后提交')
    onDone(done.regradeId)
  }
  return (
    <div className="yy-stack yy-gap-16 yy-regrade-form">
      {!one && (
        <Field
          title="评估"
          fault={fault('assessmentId')}
          hint={start.assessments.length === 0 && '还没有完成的能力评估，可以说明原因直接提出'}
        >
          <Select<string>
            aria-label="评估"
            allowClear
            placeholder="不关联评估，说明原因提出"
            value={values.assessmentId}
            options={start.assessments.map((it) => ({
              value: it.assessmentId,
              label: `${it.assessDate}　${it.levelName ?? '未定'}${it.total === null ? '' : ` ${it.total} 分`}${it.mappedLevelName ? `　对应 ${it.mappedLevelName}` : ''}`,
            }))}
            onChange={(next) => {
              const named = start.assessments.find((it) => it.assessmentId === next)
              change({
                assessmentId: next ?? null,
                ...(named?.mappedLevelId && { levelId: named.mappedLevelId }),
              })
            }}
          />
        </Field>
      )}
      <Field title="新护理等级" required fault={fault('levelId')} hint={`现在：${start.levelName ?? '未定级'}`}>
        <Select<string>
          aria-label="新护理等级"
          placeholder="选择护理等级"
          value={values.levelId}
          options={start.levels.map((it) => ({
            value: it.levelId,
            label: it.priceFen === null ? it.levelName : `${it.levelName}　${money(it.priceFen)} 元/月`,
            disabled: it.levelId === start.levelId,
          }))}
          onChange={(levelId) => change({ levelId })}
        />
      </Field>
      {(other || values.levelReason !== '') && (
        <Field title="等级说明" required={other} fault={fault('levelReason')} hint="为什么不是评估结论对应的等级">
          <Input
            aria-label="等级说明"
            maxLength={200}
            value={values.levelReason}
            onChange={(event) => change({ levelReason: event.target.value })}
          />
        </Field>
      )}
      <Field title="生效日期" required fault={fault('effectiveDate')} hint={`明天起，最晚 ${start.latest}`}>
        <div className="yy-row yy-gap-8 yy-wrap">
          {date.input({
            'aria-label': '生效日期',
            value: values.effectiveDate,
            onChange: (day) => day && change({ effectiveDate: day }),
          })}
          <Segmented
            aria-label="生效日期快选"
            value={chosen}
            options={[
              { value: 'tomorrow', label: `明天 ${monthDay(start.tomorrow)}` },
              { value: 'first', label: '下月 1 日' },
              ...(chosen === 'other' ? [{ value: 'other', label: '另选' }] : []),
            ]}
            onChange={(next) => {
              if (next === 'tomorrow') change({ effectiveDate: start.tomorrow })
              if (next === 'first') change({ effectiveDate: start.nextMonth })
            }}
          />
        </div>
      </Field>
      <Field title="变更原因" required fault={fault('reason')}>
        <Input.TextArea
          aria-label="变更原因"
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={values.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Field title="家属知情" hint="谁、怎样告知、是否同意。如：秦刚（儿子）微信确认，同意新费用">
        <Input
          aria-label="家属知情"
          maxLength={100}
          value={values.informed}
          onChange={(event) => change({ informed: event.target.value })}
        />
      </Field>
      <Field
        title="补充协议"
        fault={fault('templateId')}
        hint={
          start.templates.length === 0
            ? '还没有补充协议的模板：在文书模板里建一份正文含“{新护理等级}”的模板'
            : '批准后按模板生成并送签'
        }
      >
        <Select<string>
          aria-label="补充协议模板"
          allowClear
          placeholder="不出补充协议"
          value={values.templateId}
          options={start.templates.map((it) => ({ value: it.templateId, label: it.templateName }))}
          onChange={(next) => change({ templateId: next ?? null })}
        />
      </Field>
      {error && !error.field && (
        <small className="yy-red yy-strong" role="alert">
          {error.message}
        </small>
      )}
      {foot &&
        createPortal(
          <Button
            type="primary"
            loading={running}
            disabled={!values.levelId || values.reason.trim() === '' || (other && values.levelReason.trim() === '')}
            onClick={() => void send()}
          >
            {one ? '保存' : '建立草稿，看全部变化'}
          </Button>,
          foot,
        )}
    </div>
  )
}

interface ProposeProps {
  open: boolean
  oldmanId: string | null
  assessmentId?: string | null
  /** Changed instead of proposed. */
  one?: RegradeData | null
  onDone(regradeId: string): void
  onClose(): void
}

export function ProposeDrawer({ open, oldmanId, assessmentId = null, one = null, onDone, onClose }: ProposeProps) {
  const [picked, setPicked] = useState<string | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const of = oldmanId ?? picked
  const { data: start, state } = useLoaded(regrade.calls.start, open && of ? { oldmanId: of } : null, {
    what: '等级变更',
    fresh: true,
    lines: 6,
  })
  const standing = start?.openId && start.openId !== one?.regradeId
  return (
    <SideDrawer
      open={open}
      title={one ? '修改等级变更' : '提出等级变更'}
      about={start && of ? start.oldmanName : undefined}
      width={560}
      onClose={() => {
        setPicked(null)
        onClose()
      }}
      foot={
        <DrawerFoot>
          <span ref={setFoot} />
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-16">
        {!oldmanId && (
          <Field title="老人" required>
            <ResidentPicker statuses={IN_HOUSE} value={picked} onChange={setPicked} aria-label="老人" />
          </Field>
        )}
        {of && !start && state}
        {of && start && standing && (
          <Alert
            type="warning"
            showIcon
            title={`${start.oldmanName}已有一份没有办完的等级变更 ${start.openNo}`}
            action={
              <Button size="small" onClick={() => onDone(start.openId!)}>
                打开
              </Button>
            }
          />
        )}
        {of && start && !standing && (
          <Body
            foot={foot}
            key={`${of} ${one?.version ?? ''}`}
            start={start}
            one={one}
            assessmentId={assessmentId}
            onDone={onDone}
          />
        )}
      </div>
    </SideDrawer>
  )
}
