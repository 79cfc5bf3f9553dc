// Beginning an assessment: of whom, on which sheet, why, and who assesses. The draft is on the server before the first answer.
import { Alert, Button, Input, Radio, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { consultation } from '#contract/live/consultation'
import { ResidenceStatus } from '#contract/live/resident'
import { abilityKinds, allKinds, kindOf } from '#contract/nursing/assess/kinds'
import { AssessReason, InformantRelation } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import { assessSetting } from '#contract/nursing/assessSetting'
import { ResidentPicker } from '#web/areas/live/public'
import { CallError } from '#web/kit/callError'
import { date } from '#web/kit/fields/date'
import type { InputProps } from '#web/kit/fields/field'
import { useSettled } from '#web/kit/fields/settled'
import { openPage } from '#web/kit/open'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { AssessorPick } from './assessorPick.tsx'
import { submitAssessment } from './calls.ts'
import { refreshAssessments } from './useFill.ts'

/** What is known before anybody chose. */
export interface BeginWith {
  oldmanId?: string | null
  consultationId?: string | null
  kind?: string | null
  reason?: number
}

function ConsultationPick({ value, onChange, ...rest }: InputProps<string>) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 200)
  const { data, isFetching } = useCall(
    consultation.calls.list,
    { keyword: keyword || null, page: 1, size: 30 },
    { keepPrevious: true, silent: true },
  )
  // Whoever has an archive is assessed as a resident.
  const rows = (data?.list ?? []).filter((one) => one.oldmanId === null)
  const chosen = value ?? null
  const listed = rows.some((one) => one.consultationId === chosen)
  // Whom it is about may be known from elsewhere, and stand on no page of the list.
  const named = useCall(
    consultation.calls.detail,
    chosen !== null && data && !listed ? { consultationId: chosen } : null,
    { silent: true },
  )
  const offered = named.data && !listed ? [named.data, ...rows] : rows
  return (
    <Select<string>
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="老人或咨询人的姓名、拼音、电话"
      value={value ?? undefined}
      loading={isFetching}
      notFoundContent={isFetching ? '查找中…' : '没有找到还没建档的咨询'}
      options={offered.map((one) => ({
        value: one.consultationId,
        label: `${one.oldmanName}${one.age === null ? '' : ` ${one.age} 岁`}　${one.consultDate.slice(0, 10)} ${one.consultantName}咨询`,
      }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

/** Whoever has left is assessed no more. */
const ASSESSABLE = ResidenceStatus.list.flatMap(({ value }) => (value === ResidenceStatus.is.left ? [] : [value]))

type Reason = (typeof AssessReason.list)[number]['value']

interface Values {
  whom: 'resident' | 'consultation'
  oldmanId: string | null
  consultationId: string | null
  /** Key of a kind, or `copy:` and the id of a house's own. */
  kind: string
  reason: Reason
  assessDate: string
  place: string
  assessor1: string | null
  assessor2: string | null
  informant: string
  informantRelation: string | null
}

const usual = (given: BeginWith, me: string | null): Values => ({
  whom: given.consultationId ? 'consultation' : 'resident',
  oldmanId: given.oldmanId ?? null,
  consultationId: given.consultationId ?? null,
  kind: given.kind ?? 'of2023',
  reason: (given.reason ?? (given.consultationId ? AssessReason.is.first : AssessReason.is.regular)) as Reason,
  assessDate: dayText(),
  place: '',
  assessor1: me,
  assessor2: null,
  informant: '',
  informantRelation: null,
})

interface BeginProps {
  open: boolean
  given: BeginWith
  onClose(): void
}

function Field({
  title,
  required,
  id,
  children,
}: {
  title: string
  required?: boolean
  id?: string
  children: ReactNode
}) {
  const name = (
    <>
      {required && <i className="yy-red yy-upright">* </i>}
      {title}
    </>
  )
  return (
    <div className="yy-assess-begin-field">
      {id ? <label htmlFor={id}>{name}</label> : <span>{name}</span>}
      {children}
    </div>
  )
}

export function Begin({ open, given, onClose }: BeginProps) {
  const may = useMay()
  const me = useSession((state) => state.user?.empInfo.empId ?? null)
  const [values, setValues] = useState<Values>(() => usual(given, me))
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const setting = useCall(assessSetting.calls.get, open ? {} : null, { silent: true })
  const copies = useCall(assessSetting.calls.copies, open ? {} : null, { silent: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opening begins anew
  useEffect(() => {
    if (open) {
      setValues(usual(given, me))
      setProblem(null)
    }
  }, [open])
  const change = (part: Partial<Values>) => {
    setProblem(null)
    setValues((now) => ({ ...now, ...part }))
  }
  const copy = copies.data?.find((one) => `copy:${one.copyId}` === values.kind)
  const kind = kindOf(copy?.kind ?? values.kind)
  const off = new Set((setting.data?.kinds ?? []).filter((one) => !one.enabled).map((one) => one.kind))
  const offered = allKinds.filter((one) => !off.has(one.key) || one.key === values.kind)
  const own = (copies.data ?? []).filter((one) => one.enabled)

  async function begin() {
    if (!kind) return
    if (values.whom === 'resident' ? !values.oldmanId : !values.consultationId) return setProblem('请选择评估谁')
    if (!values.assessor1) return setProblem('请选择评估员')
    if (kind.assessors === 2 && values.assessor1 === values.assessor2) return setProblem('两位评估员不能是同一人')
    setRunning(true)
    try {
      const saved = await submitAssessment(
        { kind: kind.key, type: kind.type },
        {
          ...(values.whom === 'resident' ? { oldmanId: values.oldmanId } : { consultationId: values.consultationId }),
          ...(copy && { copyId: copy.copyId }),
          reason: values.reason,
          assessDate: values.assessDate,
          place: values.place.trim() || null,
          assessor1: values.assessor1,
          assessor2: kind.assessors === 2 ? values.assessor2 : null,
          informant: values.informant.trim() || null,
          informantRelation: values.informantRelation,
        },
        { handles: () => true, loading: true },
      )
      void refreshAssessments()
      onClose()
      openPage(assessForm.pages.form.path, { assessmentId: saved.assessmentId })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setRunning(false)
    }
  }

  return (
    <SideDrawer
      open={open}
      title="新建评估"
      width={720}
      onClose={onClose}
      foot={
        <DrawerFoot note={kind && `${kind.standard}，${kind.assessors === 2 ? '两位评估员' : '一位评估员'}`}>
          <Button type="primary" loading={running} onClick={() => void begin()}>
            开始评估
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-16">
        {problem && <Alert type="error" showIcon role="alert" title={problem} />}
        <Field title="评估谁" required>
          <Radio.Group
            aria-label="评估谁"
            value={values.whom}
            optionType="button"
            options={[
              { value: 'resident', label: '有档案的老人' },
              ...(may(consultation.calls.list.needs) ? [{ value: 'consultation', label: '咨询中的老人' }] : []),
            ]}
            onChange={(event) => {
              const whom = event.target.value as Values['whom']
              // Nobody who only asks for a place has been assessed here before.
              change({ whom, ...(whom === 'consultation' && { reason: AssessReason.is.first }) })
            }}
          />
          {values.whom === 'resident' ? (
            <ResidentPicker
              aria-label="老人"
              statuses={ASSESSABLE}
              value={values.oldmanId}
              onChange={(oldmanId) => change({ oldmanId })}
            />
          ) : (
            <ConsultationPick
              aria-label="咨询"
              value={values.consultationId}
              onChange={(consultationId) => change({ consultationId })}
            />
          )}
        </Field>
        <Field title="评估表" required>
          <Select<string>
            aria-label="评估表"
            value={values.kind}
            options={[
              {
                label: '能力评估',
                options: offered
                  .filter((one) => abilityKinds.includes(one))
                  .map((one) => ({ value: one.key, label: `${one.name}　${one.standard}` })),
              },
              ...(offered.some((one) => one.group === 'risk')
                ? [
                    {
                      label: '风险评估',
                      options: offered
                        .filter((one) => one.group === 'risk')
                        .map((one) => ({ value: one.key, label: one.name })),
                    },
                  ]
                : []),
              ...(own.length > 0
                ? [
                    {
                      label: '本院评估表',
                      options: own.map((one) => ({
                        value: `copy:${one.copyId}`,
                        label: `${one.name}　按${one.kindName}计分`,
                      })),
                    },
                  ]
                : []),
            ]}
            onChange={(next) => change({ kind: next })}
          />
        </Field>
        <div className="yy-grid yy-two yy-gap-16">
          <Field title="评估原因" required>
            <Select<Reason>
              aria-label="评估原因"
              value={values.reason}
              options={(kind?.reasons ?? []).map(({ value, text }) => ({ value: value as Reason, label: text }))}
              onChange={(reason) => change({ reason })}
            />
          </Field>
          <Field title="评估日期" required>
            {date.input({
              'aria-label': '评估日期',
              value: values.assessDate,
              onChange: (assessDate) => assessDate && change({ assessDate }),
            })}
          </Field>
          <Field title="评估员" required>
            <AssessorPick
              aria-label="评估员"
              value={values.assessor1}
              other={values.assessor2}
              onChange={(assessor1) => change({ assessor1 })}
            />
          </Field>
          {kind?.assessors === 2 && (
            <Field title="第二评估员">
              <AssessorPick
                aria-label="第二评估员"
                placeholder="可以以后再选，交卷前要有"
                value={values.assessor2}
                other={values.assessor1}
                onChange={(assessor2) => change({ assessor2 })}
              />
            </Field>
          )}
          <Field title="信息提供者" id="yy-begin-informant">
            <Input
              id="yy-begin-informant"
              maxLength={50}
              placeholder="谁说的情况，本人也可以"
              value={values.informant}
              onChange={(event) => change({ informant: event.target.value })}
            />
          </Field>
          <Field title="与老人的关系">
            <Select<string>
              aria-label="与老人的关系"
              allowClear
              value={values.informantRelation ?? undefined}
              options={InformantRelation.list.map(({ label }) => ({ value: label, label }))}
              onChange={(next) => change({ informantRelation: next ?? null })}
            />
          </Field>
        </div>
        <Field title="评估地点" id="yy-begin-place">
          <Input
            id="yy-begin-place"
            maxLength={100}
            placeholder="如：208 室，本人在场"
            value={values.place}
            onChange={(event) => change({ place: event.target.value })}
          />
        </Field>
      </div>
    </SideDrawer>
  )
}
