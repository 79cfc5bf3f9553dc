// 导入 of any list: template, file, a check that changes nothing and tells every bad row, agreement to the good ones,
// then progress that may be left. The three calls come from `importCalls`.

import { Button, Checkbox, Table } from 'antd'
import { Copy, FileDown, FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Noun } from '#contract/kit/call'
import type { ImportReportData, ImportResult, importCalls } from '#contract/kit/sheet'
import { download, send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { None } from '#web/kit/fields/none'
import { acceptOf, fileProblem, sizeText } from '#web/kit/fields/uploading'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { LongAct } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate, useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { fetchToDisk } from './exporting.tsx'
import './importDialog.css'

export type ImportCalls = ReturnType<typeof importCalls>

export interface ImportDialogProps {
  open: boolean
  /** 用户 */
  title: string
  /** 人, 条 */
  unit?: string
  calls: ImportCalls
  /** What a clerk must know before filling the template, one line each. */
  notes?: readonly ReactNode[]
  /** Nouns whose lists change. */
  touches: readonly Pick<Noun, 'area' | 'name'>[]
  onClose(): void
}

const count = (value: number) => value.toLocaleString('zh-CN')

type Problem = ImportResult['problems'][number]

const Problems = ({ problems, total, named }: { problems: readonly Problem[]; total: number; named: string }) => (
  <>
    <Table<Problem>
      className="yy-above-12"
      size="small"
      rowKey="row"
      dataSource={[...problems]}
      pagination={problems.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
      columns={[
        { title: 'Excel 行号', dataIndex: 'row', width: 92, align: 'right' },
        { title: named, dataIndex: 'name', width: 120, render: (name: string | null) => name ?? <None /> },
        {
          title: '原因',
          dataIndex: 'reason',
          render: (reason: string) => (
            <ul className="yy-import-reasons yy-plain-list">
              {reason.split('；').map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
    {total > problems.length && (
      <p className="yy-second yy-small">只列出前 {problems.length} 行，全部原因见下载的文件。</p>
    )}
  </>
)

/** 高血压 → 高血压病（3 处） */
function proposals(report: ImportReportData): string[] {
  const found = new Map<string, number>()
  for (const { column, from, to } of report.problems.flatMap((one) => one.fixes)) {
    const words = `${column} ${from} → ${to}`
    found.set(words, (found.get(words) ?? 0) + 1)
  }
  return [...found].map(([words, times]) => (times > 1 ? `${words}（${times} 处）` : words))
}

/** What must be told to others is easy to copy. */
function Notice({ text }: { text: string }) {
  const copy = async () => {
    if (await copyText(text)) toast.success('已复制')
    else toast.warning('浏览器不允许复制，请手动选中')
  }
  return (
    <div className="yy-import-notice yy-below-12 yy-row yy-gap-12 yy-amber yy-round-card" role="note">
      <span>{text}</span>
      <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
        复制
      </Button>
    </div>
  )
}

interface ChooseProps {
  calls: ImportCalls
  notes: readonly ReactNode[]
  checking: File | null
  problem: string | null
  onFile(file: File): void
}

function Choose({ calls, notes, checking, problem, onFile }: ChooseProps) {
  const input = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !checking) onFile(file)
  }
  return (
    <>
      <section className="yy-import-step">
        <h4 className="yy-row yy-gap-8 yy-strong">
          <i className="yy-import-number yy-upright yy-soft yy-active yy-small">1</i>下载模板并填写
        </h4>
        <Button
          icon={<FileDown size={15} aria-hidden />}
          onClick={() => void download(calls.importTemplate, {}, { loading: true })}
        >
          下载模板
        </Button>
        <ul className="yy-import-notes yy-soft-ink">
          <li>第一行是列名，带 * 的必填；示例行请删掉或改成真实内容</li>
          {notes.map((note, index) => (
            <li key={index}>{note}</li>
          ))}
        </ul>
      </section>
      <section className="yy-import-step">
        <h4 className="yy-row yy-gap-8 yy-strong">
          <i className="yy-import-number yy-upright yy-soft yy-active yy-small">2</i>选择填好的文件
        </h4>
        <label
          htmlFor={input}
          className={
            over
              ? 'yy-import-drop yy-row yy-gap-6 yy-soft-ink yy-round-card yy-press yy-import-over'
              : 'yy-import-drop yy-row yy-gap-6 yy-soft-ink yy-round-card yy-press'
          }
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {checking ? <FileSpreadsheet size={26} aria-hidden /> : <Upload size={26} aria-hidden />}
          <b>{checking ? `正在校验 ${checking.name}…` : '点此选择文件，或把文件拖到这里'}</b>
          <span className="yy-second yy-small">
            {checking ? sizeText(checking.size) : '.xlsx 工作簿，最大 20 MB；先校验，不会马上写入'}
          </span>
          <input
            id={input}
            type="file"
            accept={acceptOf('sheet')}
            disabled={checking !== null}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) onFile(file)
            }}
          />
        </label>
        {problem && (
          <p className="yy-import-refusal yy-red" role="alert">
            {problem}
          </p>
        )}
      </section>
    </>
  )
}

interface CheckedProps {
  report: ImportReportData
  unit: string
  title: string
  fixed: boolean
  onFixed(fixed: boolean): void
}

function Checked({ report, unit, title, fixed, onFixed }: CheckedProps) {
  return (
    <section>
      <div className="yy-import-sums yy-below-12 yy-pad-12-16 yy-row yy-wrap yy-edge yy-round-card" role="status">
        <span>
          共 <b>{count(report.total)}</b> 行
        </span>
        <span className="yy-import-good">
          可导入 <b className="yy-green">{count(report.good)}</b> {unit}
        </span>
        <span className={report.bad > 0 ? 'yy-import-bad' : undefined}>
          有问题 <b className="yy-red">{count(report.bad)}</b> 行
        </span>
        {report.reportUrl && (
          <Button
            icon={<FileDown size={15} aria-hidden />}
            onClick={() => fetchToDisk(report.reportUrl!, `${title}导入结果.xlsx`)}
          >
            下载错误原因
          </Button>
        )}
      </div>
      {report.notice && <Notice text={report.notice} />}
      {report.bad > 0 ? (
        <>
          <p>下面的行不会导入。下载的文件是原表加一列“错误原因”，改好后直接再导入即可，已导入的不会重复。</p>
          {report.fixable > 0 && (
            <div className="yy-import-fix yy-below-12">
              <Checkbox checked={fixed} onChange={(event) => onFixed(event.target.checked)}>
                按建议的值改好，一起导入（{count(report.fixable)} 行）
              </Checkbox>
              <ul className="yy-flex yy-wrap yy-no-padding yy-scroll">
                {proposals(report).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </div>
          )}
          <Problems problems={report.problems} total={report.bad} named={report.nameTitle} />
        </>
      ) : (
        <p>全部通过校验，还没有写入。</p>
      )}
    </section>
  )
}

interface GoingProps {
  runId: string
  unit: string
  named: string
  touches: ImportDialogProps['touches']
}

function Going({ runId, unit, named, touches }: GoingProps) {
  const { run, error } = useRun(runId)
  const over = run !== undefined && isOver(run)
  const told = useRef(false)
  useEffect(() => {
    if (!over || told.current) return
    told.current = true
    void invalidate(...touches)
  }, [over, touches])
  if (!run) return <div className="yy-long">{error ? `进度没有取到：${error.message}` : '正在开始…'}</div>
  const result = run.state === 'done' ? (run.result as ImportResult | null) : null
  return (
    <>
      <LongAct run={run} unit={unit} />
      {result && result.failed > 0 && <Problems problems={result.problems} total={result.failed} named={named} />}
    </>
  )
}

type Stage =
  | { at: 'choose' }
  | { at: 'checked'; report: ImportReportData; fixed: boolean }
  | { at: 'going'; runId: string; notice: string | null; named: string }

export function OpenImportDialog(props: ImportDialogProps) {
  const { open, title, unit = '条', calls, notes = [], touches, onClose } = props
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [checking, setChecking] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const commit = useAct(calls.importCommit)

  const check = async (file: File) => {
    const unfit = fileProblem(file, 'sheet')
    setProblem(unfit)
    if (unfit) return
    setChecking(file)
    try {
      const report = await send(calls.importCheck, { file }, { handles: () => true })
      setStage({ at: 'checked', report, fixed: false })
    } catch (error) {
      setProblem((error as CallError).message)
    } finally {
      setChecking(null)
    }
  }
  const agree = async (report: ImportReportData, fixed: boolean) => {
    const started = await commit.run({ token: report.token!, fixed })
    if (started) setStage({ at: 'going', runId: started.runId, notice: report.notice, named: report.nameTitle })
  }
  const again = () => {
    setStage({ at: 'choose' })
    setProblem(null)
  }

  const ready = stage.at === 'checked' ? stage.report.good + (stage.fixed ? stage.report.fixable : 0) : 0
  const foot = (
    <div className="yy-drawer-foot">
      <div>
        {stage.at === 'checked' &&
          ready === 0 &&
          (stage.report.fixable > 0
            ? '勾选“按建议的值改好”，或改好文件后重新选择'
            : '没有可导入的行，请改好文件后重新选择')}
      </div>
      <span className="yy-drawer-foot-acts">
        {stage.at !== 'choose' && <Button onClick={again}>{stage.at === 'checked' ? '重新选择' : '再导入一份'}</Button>}
        {stage.at === 'checked' && stage.report.token !== null ? (
          <Button
            type="primary"
            disabled={ready === 0}
            loading={commit.running}
            onClick={() => void agree(stage.report, stage.fixed)}
          >
            {ready < stage.report.total ? `只导入正确的 ${count(ready)} ${unit}` : `导入 ${count(ready)} ${unit}`}
          </Button>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )}
      </span>
    </div>
  )

  return (
    <SideDrawer open={open} title={`导入${title}`} width={720} foot={foot} onClose={onClose} onClosed={again}>
      {stage.at === 'choose' && (
        <Choose calls={calls} notes={notes} checking={checking} problem={problem} onFile={(file) => void check(file)} />
      )}
      {stage.at === 'checked' && (
        <Checked
          report={stage.report}
          unit={unit}
          title={title}
          fixed={stage.fixed}
          onFixed={(fixed) => setStage({ ...stage, fixed })}
        />
      )}
      {stage.at === 'going' && (
        <>
          {stage.notice && <Notice text={stage.notice} />}
          <Going runId={stage.runId} unit={unit} named={stage.named} touches={touches} />
        </>
      )}
    </SideDrawer>
  )
}
