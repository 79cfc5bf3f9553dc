// The desk of a draft: facts above, the text on its sheet, and beside it the fields that fill it.
import { Button, Checkbox, Input } from 'antd'
import { FileSignature, RefreshCw, Save } from 'lucide-react'
import { type KeyboardEvent, Suspense, useMemo, useRef } from 'react'
import {
  type ContractDetail,
  ContractState,
  OWN_FIELDS,
  SignParty,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import { ResidentCell, type ResidentFace } from '#web/areas/live/residentCell.part'
import { DocumentWriting } from '#web/areas/systemSetting/public'
import { classes } from '#web/kit/classes'
import { date } from '#web/kit/fields/date'
import { DeskNotices } from '#web/kit/form/DeskNotices'
import { useLeaving } from '#web/kit/leaving'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import type { DeskHandle } from './useDesk.ts'
import './contractDocument.css'

/** 2026-11-02 → 2026年11月2日, as the paper says it. */
const dayText = (day: string | null) => {
  const [year, month, on] = (day ?? '').split('-').map(Number)
  return year && month && on ? `${year}年${month}月${on}日` : ''
}

/** Everything that stands in the places of the text, number and dates included. */
export function useValues({ frame, desk }: DeskHandle): Readonly<Record<string, string>> {
  return useMemo(
    () => ({
      ...desk.fields,
      [OWN_FIELDS.no]: frame.contractNo ?? '保存后自动编号',
      [OWN_FIELDS.start]: dayText(desk.startDate),
      [OWN_FIELDS.end]: dayText(desk.endDate),
    }),
    [desk.fields, desk.startDate, desk.endDate, frame.contractNo],
  )
}

/** Their problems are said beside them. */
const FACTS = ['title', 'endDate', 'startDate', 'signers']

function Facts({ handle, disabled }: { handle: DeskHandle; disabled: boolean }) {
  const { desk, problem, change } = handle
  const wrong = (field: string) => problem?.field === field && { status: 'error' as const }
  return (
    <div className="yy-cd-line yy-gap-8-16 yy-wrap yy-row">
      <div className="yy-cd-fact yy-row yy-gap-8 yy-cd-fact-title">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-cd-title">
          <i>*</i>名称
        </label>
        <Input
          id="yy-cd-title"
          maxLength={80}
          disabled={disabled}
          value={desk.title}
          {...wrong('title')}
          onChange={(event) => change({ title: event.target.value })}
        />
      </div>
      <div className="yy-cd-fact yy-row yy-gap-8 yy-cd-fact-day">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-cd-start">
          期限
        </label>
        {date.input({
          id: 'yy-cd-start',
          'aria-label': '开始日期',
          placeholder: '开始日期',
          disabled,
          value: desk.startDate,
          onChange: (startDate) => change({ startDate }),
        })}
        至
        {date.input({
          id: 'yy-cd-end',
          'aria-label': '到期日期',
          placeholder: '到期日期',
          disabled,
          value: desk.endDate,
          ...wrong('endDate'),
          onChange: (endDate) => change({ endDate }),
        })}
      </div>
      <div className="yy-cd-fact yy-row yy-gap-8" role="group" aria-label="签署方">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-cd-signers">
          <i>*</i>签署方
        </label>
        <Checkbox.Group
          disabled={disabled}
          value={[...desk.signers]}
          options={SignParty.list.map(({ value, label }) => ({ value, label }))}
          onChange={(next) =>
            change({
              signers: SignParty.list
                .map((one) => one.value)
                .filter((party) => (next as SignPartyValue[]).includes(party)),
            })
          }
        />
      </div>
      {problem?.field && FACTS.includes(problem.field) && (
        <span className="yy-cd-problem yy-red" role="alert">
          {problem.message}
        </span>
      )}
    </div>
  )
}

const GROUPS = ['合同', '等级变更', '老人', '家属/监护人', '入住', '机构', '日期']

interface FieldsProps {
  handle: DeskHandle
  values: Readonly<Record<string, string>>
  disabled: boolean
}

export const fieldId = (name: string) => `yy-cd-field-${name}`

function FieldPanel({ handle, values, disabled }: FieldsProps) {
  const { frame, setField, dirty, refresh } = handle
  const missing = frame.places.filter(({ name, own }) => !own && !values[name]?.trim()).length
  const groups = [...new Set(frame.places.map((field) => field.group))].sort(
    (a, b) => GROUPS.indexOf(a ?? '') - GROUPS.indexOf(b ?? ''),
  )
  const again = async () => {
    const said = await confirmAct({
      title: '按老人档案重新填写？',
      effects: ['档案里有的项目，换成档案现在的内容', '正文和档案里没有的项目不变'],
      verb: '重新填写',
      safe: '不改',
    })
    if (said !== null) await refresh()
  }
  return (
    <aside className="yy-card yy-cd-panel yy-low yy-scroll yy-stack" aria-label="填写项目">
      <header className="yy-flex yy-baseline yy-gap-8 yy-white yy-under">
        <b>填写项目</b>
        <span className={missing > 0 ? 'is-missing' : undefined}>
          {missing > 0 ? `${missing} 项没有内容` : '都有内容'}
        </span>
        {!disabled && frame.contractId && (
          <Button
            size="small"
            type="link"
            icon={<RefreshCw size={14} aria-hidden />}
            disabled={dirty}
            title={dirty ? '先保存草稿' : '按老人档案现在的内容重新填写'}
            onClick={() => void again()}
          >
            重新带出
          </Button>
        )}
      </header>
      <div className="yy-cd-fields">
        {groups.map((group) => (
          <section key={group ?? ''}>
            <h4 className="yy-second yy-small">{group ?? '其他'}</h4>
            {frame.places
              .filter((field) => field.group === group)
              .map(({ name, own }) => {
                const value = values[name] ?? ''
                const empty = !own && value.trim() === ''
                return (
                  <label
                    key={name}
                    className={classes('yy-cd-field yy-below-8 yy-block', empty && 'is-missing')}
                    htmlFor={fieldId(name)}
                  >
                    <span className="yy-cd-field-name yy-block yy-soft-ink yy-small">{name}</span>
                    <Input
                      id={fieldId(name)}
                      value={value}
                      maxLength={500}
                      disabled={disabled || own}
                      placeholder="没有内容，打印时留空"
                      onChange={(event) => setField(name, event.target.value)}
                    />
                  </label>
                )
              })}
          </section>
        ))}
        {frame.places.length === 0 && <p className="yy-none">这份模板没有要填写的项目。</p>}
      </div>
    </aside>
  )
}

interface DraftDeskProps {
  handle: DeskHandle
  resident: ResidentFace
  docTypeName: string | null
  disabled: boolean
  /** Null for a document that is not saved yet. */
  saved: ContractDetail | null
  /** Absent: it is to be saved first. */
  onSend?(saved: ContractDetail, missing: readonly string[]): void
  /** Further acts: download, print, delete. */
  acts?: React.ReactNode
}

export function DraftDesk({ handle, resident, docTypeName, disabled, saved, onSend, acts }: DraftDeskProps) {
  const home = useRef<HTMLDivElement>(null)
  const { frame, desk, dirty, saving, change } = handle
  const values = useValues(handle)
  const missing = frame.places.filter(({ name, own }) => !own && !values[name]?.trim()).map(({ name }) => name)
  useLeaving(home, async () => {
    if (!handle.unsaved() || disabled) return true
    const said = await confirmAct({
      title: `《${desk.title}》有未保存的修改，离开吗？`,
      effects: ['修改会在本机保留一周，再打开时可以恢复'],
      verb: '离开',
      safe: '留下',
    })
    return said !== null
  })
  const submit = async () => {
    const fresh = dirty || !saved ? await handle.save() : saved
    if (fresh) onSend?.(fresh, missing)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!disabled) void handle.save()
  }
  const state = ContractState.find(ContractState.is.draft)!
  return (
    <div className="yy-doc-page yy-gap-12 yy-flex-1 yy-stack" ref={home} onKeyDown={onKeyDown}>
      <section className="yy-card yy-pad-12-16 yy-gap-12 yy-fixed yy-stack">
        <div className="yy-cd-line yy-gap-8-16 yy-wrap yy-row">
          <ResidentCell row={resident} link />
          <StatusTag option={state} />
          <span className="yy-second">{[docTypeName, frame.contractNo].filter(Boolean).join('・')}</span>
          <span className={dirty && frame.contractId ? 'yy-warning yy-small' : 'yy-second yy-small'}>
            {disabled ? '只能查看' : !frame.contractId ? '尚未保存' : dirty ? '有未保存的修改' : '已保存'}
          </span>
          <span className="yy-flex yy-gap-8 yy-wrap yy-push">
            {acts}
            {!disabled && (
              <>
                <Button
                  {...(!onSend && { type: 'primary' as const })}
                  title="Ctrl+S"
                  icon={<Save size={15} aria-hidden />}
                  loading={saving}
                  disabled={frame.contractId !== null && !dirty}
                  onClick={() => void handle.save()}
                >
                  保存草稿
                </Button>
                {onSend && (
                  <Button type="primary" icon={<FileSignature size={15} aria-hidden />} onClick={() => void submit()}>
                    送签
                  </Button>
                )}
              </>
            )}
          </span>
        </div>
        <Facts handle={handle} disabled={disabled} />
      </section>
      <DeskNotices
        desk={handle}
        fields={FACTS}
        conflictText="可以用您的内容覆盖，也可以载入对方的。"
        keepMine="用我的内容覆盖"
      />
      <div className="yy-cd-desk yy-flex-1 yy-low yy-grid yy-gap-12">
        {desk.html === null ? (
          <div className="yy-doc-write yy-low yy-hidden yy-stack yy-edge yy-round-card">
            <div className="yy-cd-word yy-center-text yy-grid yy-gap-8 yy-flex-1 yy-second">
              <b className="yy-ink yy-text-15">这份文书用 Word 模板生成</b>
              <p>在右边核对填写项目；保存草稿后可以下载填好的 Word 查看版式。</p>
              <p>送签后文件定稿，打印签署后上传扫描件，或在屏幕上签名。</p>
            </div>
          </div>
        ) : (
          <Suspense fallback={<BlockBones lines={14} />}>
            <DocumentWriting
              html={desk.html}
              paper={frame.paper}
              values={values}
              disabled={disabled}
              onChange={(html) => change({ html })}
              onPlace={(name) => {
                const field = document.getElementById(fieldId(name))
                field?.scrollIntoView({ block: 'center' })
                if (field instanceof HTMLInputElement && !field.disabled) field.focus({ preventScroll: true })
              }}
            />
          </Suspense>
        )}
        <FieldPanel handle={handle} values={values} disabled={disabled} />
      </div>
    </div>
  )
}
