// Printed things: kinds at the left, settings in the middle, the paper at the right as it will come out.

import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import {
  type ReportContentData,
  ReportKind,
  type ReportKindValue,
  ReportPaper as ReportPaperSet,
  reportKinds,
} from '#contract/systemSetting/reportKinds'
import {
  type ReportTemplateData,
  reportFault,
  reportTemplate,
  tidyReport,
} from '#contract/systemSetting/reportTemplate'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { classes } from '#web/kit/classes'
import { useLeaving } from '#web/kit/leaving'
import { usePageState } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Loaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { PaperFrame } from '#web/kit/print/PaperFrame'
import { callKey, invalidate, queryClient, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { paperSizes, printReport, ReportPaper } from './paper.part.tsx'
import { samples } from './samples.ts'
import { ReportSettings } from './settings.part.tsx'
import './reportTemplate.css'

const { calls } = reportTemplate
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const groups = [...new Set(Object.values(reportKinds).map((def) => def.group))]

/** What was changed and not saved, with the version it began from. */
interface Edit {
  content: ReportContentData
  version: number
}
type Edits = Partial<Record<ReportKindValue, Edit>>

const same = (a: ReportContentData, b: ReportContentData) => JSON.stringify(a) === JSON.stringify(b)

/** The list as it is after one kind was saved, without waiting for it. */
const keep = (saved: ReportTemplateData) => {
  queryClient.setQueryData<ReportTemplateData[]>(callKey(calls.list, {}), (list) =>
    list?.map((row) => (row.kind === saved.kind ? saved : row)),
  )
  void invalidate(reportTemplate)
}

interface WorkProps {
  row: ReportTemplateData
  edit: Edit | undefined
  onEdit(edit: Edit | null): void
}

function Work({ row, edit, onEdit }: WorkProps) {
  const may = useMay()
  const edits = may(calls.save.needs)
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const logo = useSession((state) => state.config.iconConfig.systemIcon)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [clash, setClash] = useState<{ message: string; theirs: ReportTemplateData } | null>(null)
  const def = reportKinds[row.kind]
  const content = edit?.content ?? row.content
  const tidy = tidyReport(def, content)
  const dirty = edit !== undefined && !same(tidy, row.content)
  const fault = dirty ? reportFault(def, tidy) : null
  // Without an icon of its own the organisation prints the product's.
  const head = { org, logo: logo || '/favicon.svg' }
  const size = paperSizes[content.paper]
  const data = samples[row.kind]

  const change = (patch: Partial<ReportContentData>) => {
    setProblem(null)
    onEdit({ content: { ...content, ...patch }, version: edit?.version ?? row.version })
  }
  const save = async (version: number, wanted: ReportContentData | null = tidy) => {
    setSaving(true)
    setProblem(null)
    try {
      const saved = await send(
        calls.save,
        { kind: row.kind, content: wanted, version },
        { loading: true, handles: () => true },
      )
      onEdit(null)
      setClash(null)
      keep(saved)
      toast.success(wanted ? `“${row.kindName}”的模板已保存` : `“${row.kindName}”已恢复为出厂设置`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== CHANGED) setProblem(error.message)
      else {
        const theirs = (await send(calls.list)).find((one) => one.kind === row.kind)
        if (theirs) setClash({ message: error.message, theirs })
      }
    } finally {
      setSaving(false)
    }
  }
  const restore = async () => {
    const answer = await confirmAct({
      title: `把“${row.kindName}”恢复为出厂设置？`,
      effects: ['纸张、标题、项目、列、签字和联次都恢复', '现在的设置不再保留，操作日志里可以查到'],
      verb: '恢复出厂设置',
      safe: '不恢复',
      danger: true,
    })
    if (answer !== null) await save(row.version, null)
  }

  return (
    <>
      <section className="yy-card yy-rt-middle yy-low yy-stack" aria-label={`${row.kindName}的设置`}>
        <header className="yy-row yy-gap-8 yy-fixed">
          <h3 className="yy-flex-1 yy-heading">{row.kindName}</h3>
          <span>{row.updateTime ? `修改于 ${row.updateTime.slice(0, 16)}` : '出厂设置'}</span>
        </header>
        {clash && (
          <div className="yy-conflict yy-below-16 yy-round-card" role="alert">
            <header>{clash.message}。您改的还在，请选择：</header>
            <footer>
              <Button
                onClick={() => {
                  onEdit(null)
                  keep(clash.theirs)
                  setClash(null)
                }}
              >
                改用已保存的
              </Button>
              <Button type="primary" loading={saving} onClick={() => void save(clash.theirs.version)}>
                用我的再保存
              </Button>
            </footer>
          </div>
        )}
        {problem && (
          <div className="yy-form-refusal" role="alert">
            {problem}
            <small>没有保存，您改的内容都还在。</small>
          </div>
        )}
        <div className="yy-rt-scroll yy-flex-1 yy-scroll">
          <ReportSettings def={def} content={content} disabled={!edits || saving} fault={fault} onChange={change} />
        </div>
        {edits && (
          <footer className="yy-row yy-gap-8 yy-fixed yy-ends yy-pad-10-12">
            <Button type="text" disabled={!row.changed || saving} onClick={() => void restore()}>
              恢复出厂设置…
            </Button>
            <Button disabled={!dirty || saving} onClick={() => onEdit(null)}>
              放弃改动
            </Button>
            <Button
              type="primary"
              loading={saving}
              disabled={!dirty || fault !== null || clash !== null}
              onClick={() => void save(edit?.version ?? row.version)}
            >
              保存
            </Button>
          </footer>
        )}
      </section>
      <section className="yy-rt-right yy-gap-8 yy-low yy-stack" aria-label="预览">
        <header className="yy-row yy-gap-8 yy-fixed">
          <b>预览</b>
          <span>
            {ReportPaperSet.label(content.paper)}
            {content.copies.length > 1 && `，共 ${content.copies.length} 联`}　示例数据
          </span>
          <Button
            icon={<Printer size={15} aria-hidden />}
            onClick={() =>
              void printReport({ kind: row.kind, content: tidy, head, data: [data], title: `${tidy.title}（测试页）` })
            }
          >
            打印测试页
          </Button>
        </header>
        <div className="yy-rt-paper yy-flex-1 yy-scroll">
          <PaperFrame
            title={`${row.kindName}预览`}
            width={size.width}
            height={size.height}
            margin={size.margin}
            most={1.1}
          >
            <ReportPaper kind={row.kind} content={content} data={data} head={head} copy={content.copies[0]} />
          </PaperFrame>
        </div>
      </section>
    </>
  )
}

export default function ReportTemplates() {
  const home = useRef<HTMLDivElement>(null)
  const answer = useCall(calls.list, {})
  const [kind, setKind] = usePageState<ReportKindValue>('kind', 'receipt')
  const [edits, setEdits] = usePageState<Edits>('edits', {})
  const rows = answer.data
  const row = rows?.find((one) => one.kind === kind)
  const open = (Object.keys(edits) as ReportKindValue[]).filter((one) => {
    const saved = rows?.find((other) => other.kind === one)
    return saved && edits[one] && !same(tidyReport(reportKinds[one], edits[one].content), saved.content)
  })

  useLeaving(home, async () => {
    if (open.length === 0) return true
    const left = await confirmAct({
      title: '模板还没有保存，要离开吗？',
      effects: [`${open.map((one) => `“${ReportKind.label(one)}”`).join('、')}的改动会丢掉`],
      verb: '不保存，离开',
      safe: '继续设置',
      danger: true,
    })
    return left !== null
  })

  return (
    <div className="yy-rt yy-flex-1 yy-low yy-grid yy-gap-12" ref={home}>
      <nav className="yy-card yy-rt-kinds yy-scroll" aria-label="单据">
        {groups.map((group) => (
          <div className="yy-below-12" key={group}>
            <h4 className="yy-second yy-small yy-pad-0-8 yy-light">{group}</h4>
            {ReportKind.list
              .filter((option) => reportKinds[option.value].group === group)
              .map((option) => (
                <button
                  key={option.value}
                  type="button"
                  className={classes(
                    'yy-rt-kind yy-pad-0-8 yy-wide yy-left yy-round yy-row yy-between yy-bare yy-hover',
                    option.value === kind && 'yy-chosen',
                  )}
                  aria-pressed={option.value === kind}
                  onClick={() => setKind(option.value)}
                >
                  {option.label}
                  {open.includes(option.value) && <small className="yy-light yy-warning yy-tiny">未保存</small>}
                </button>
              ))}
          </div>
        ))}
      </nav>
      {row ? (
        <Work
          key={kind}
          row={row}
          edit={edits[kind]}
          onEdit={(edit) =>
            setEdits((now) => {
              const { [kind]: _, ...rest } = now
              return edit ? { ...rest, [kind]: edit } : rest
            })
          }
        />
      ) : (
        <section className="yy-card yy-rt-wait yy-pad-16">
          <Loaded of={answer} what="单据模板" lines={12} fresh />
        </section>
      )}
    </div>
  )
}
