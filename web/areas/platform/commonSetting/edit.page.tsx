// 通用设置: each setting with a sentence that says what it does as it stands; saved together, at work at once.

import { Button } from 'antd'
import { History } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { commonSetting } from '#contract/platform/commonSetting'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { Conflict } from '#web/kit/form/Conflict'
import { problemOf } from '#web/kit/form/schemaRules'
import { useReopened } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Allowed, useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RECORD_LOG_NEEDS, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { allSettings, groups, type Setting, type Settings, settingsOf } from './settings.tsx'
import './commonSetting.css'

const { get, save } = commonSetting.calls
const RECORD: NamedRecord = { type: 'commonSetting', id: 'commonSetting', title: '通用设置' }

const problemIn = (name: keyof Settings, value: unknown): string | null =>
  name === 'loginPageConfig' ? null : problemOf(save.body.properties[name], value, true)

interface Clash {
  message: string
  theirs: Settings
  version: number
}

export default function CommonSettingPage() {
  const { data, error, refetch } = useCall(get, {}, { staleTime: 0 })
  const may = useMay()
  const editable = may(save.needs)
  const [changed, setChanged] = useState<Partial<Settings>>({})
  const [version, setVersion] = useState<number | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const [refusal, setRefusal] = useState<{ field: string | undefined; message: string } | null>(null)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const base = useId()
  const act = useAct(save, {
    handles: () => true,
    onDone: () => {
      toast.success('设置已保存')
      setChanged({})
      setVersion(null)
      setRefusal(null)
    },
  })
  useReopened(() => void refetch())
  const dirty = data ? allSettings.filter(({ name }) => name in changed && changed[name] !== data[name]) : []

  useEffect(() => {
    const failure = act.error
    if (!failure) return
    if (failure.code !== refusals.CHANGED_MEANWHILE[0]) {
      setRefusal({ field: failure.field, message: failure.message })
      return
    }
    send(get, {})
      .then((now) => setClash({ message: failure.message, theirs: settingsOf(now), version: now.version }))
      .catch((again: unknown) => {
        if (again instanceof CallError) setRefusal({ field: undefined, message: again.message })
      })
  }, [act.error])

  if (error && !data) return <ErrorBlock what="通用设置" error={error} onRetry={() => void refetch()} />
  if (!data) return <BlockBones lines={10} />

  const values: Settings = { ...settingsOf(data), ...changed }
  const problems = new Map(
    dirty.flatMap(({ name }) => {
      const problem = problemIn(name, values[name])
      return problem ? [[name, problem] as const] : []
    }),
  )
  if (refusal?.field && !problems.has(refusal.field as keyof Settings)) {
    problems.set(refusal.field as keyof Settings, refusal.message)
  }
  const set = (name: keyof Settings, value: unknown) => {
    setChanged((now) => ({ ...now, [name]: value }))
    // The version the first change was made on: whoever saved since then is told of.
    setVersion((now) => now ?? data.version)
    setRefusal(null)
  }
  const drop = () => {
    setChanged({})
    setVersion(null)
    setClash(null)
    setRefusal(null)
    void refetch()
  }
  const submit = () => {
    const sent = Object.fromEntries(dirty.map(({ name }) => [name, values[name]]))
    void act.run({ ...sent, version: version ?? data.version })
  }

  const row = (setting: Setting) => {
    const { name, title, field, says, props, idle } = setting
    const problem = problems.get(name)
    const off = idle?.(values, data) ?? false
    return (
      <div
        key={name}
        className={
          off
            ? 'yy-setting yy-flex yy-upper yy-between yy-under is-idle'
            : 'yy-setting yy-flex yy-upper yy-between yy-under'
        }
      >
        <div className="yy-setting-text yy-grow">
          <label className="yy-ink yy-strong" htmlFor={`${base}-${name}`}>
            {title}
            {dirty.includes(setting) && (
              <span className="yy-setting-changed yy-amber yy-small yy-light">已改，未保存</span>
            )}
          </label>
          <p>{says(values, data)}</p>
        </div>
        <div className="yy-setting-control yy-fixed">
          {field.input({
            ...props,
            id: `${base}-${name}`,
            value: values[name],
            disabled: !editable || act.running,
            onChange: (value: unknown) => set(name, value),
          })}
          {problem && (
            <p className="yy-setting-problem yy-red yy-small" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
    )
  }

  return (
    <div className="yy-settings yy-stack yy-gap-12">
      {clash && (
        <Conflict
          message={clash.message}
          mine={values as unknown as Record<string, unknown>}
          theirs={clash.theirs as unknown as Record<string, unknown>}
          // What was not touched here follows the other's save without a question.
          fields={dirty
            .filter(({ name }) => values[name] !== clash.theirs[name])
            .map(({ name, title, field }) => ({ name, title, face: field }))}
          onMerge={(merged) => {
            setChanged(Object.fromEntries(dirty.map(({ name }) => [name, merged[name]])))
            setVersion(clash.version)
            setClash(null)
            void refetch()
          }}
        />
      )}
      {refusal && !refusal.field && (
        <p className="yy-form-refusal" role="alert">
          {refusal.message}
        </p>
      )}
      {groups.map((group) => (
        <PageCard key={group.title} title={group.title} sub={group.sub}>
          {group.settings.map(row)}
        </PageCard>
      ))}
      <div className="yy-settings-foot yy-pad-12-16 yy-row yy-gap-8 yy-white yy-edge yy-round-card">
        <span>
          {!editable
            ? '您可以查看，修改需要“修改通用设置”权限'
            : dirty.length > 0
              ? `改了 ${dirty.length} 项：${dirty.map((one) => one.title).join('、')}`
              : '没有未保存的改动'}
        </span>
        <Allowed needs={RECORD_LOG_NEEDS}>
          <Button icon={<History size={15} aria-hidden />} onClick={() => setRecord(RECORD)}>
            操作记录
          </Button>
        </Allowed>
        {editable && (
          <>
            <Button disabled={dirty.length === 0 || act.running} onClick={drop}>
              放弃改动
            </Button>
            <Button
              type="primary"
              loading={act.running}
              disabled={dirty.length === 0 || problems.size > 0 || clash !== null}
              onClick={submit}
            >
              保存设置
            </Button>
          </>
        )}
      </div>
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </div>
  )
}
