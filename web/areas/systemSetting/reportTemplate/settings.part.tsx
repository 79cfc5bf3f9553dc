// What can be set about one printed thing, in the order it stands on paper.
import { Button, Checkbox, Input, InputNumber, Select, Switch } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  isContinuous,
  type ReportContentData,
  type ReportKindDef,
  type ReportLine,
  ReportPaper,
} from '#contract/systemSetting/reportKinds'
import { classes } from '#web/kit/classes'

interface SettingProps {
  title: string
  hint?: string
  problem?: string | undefined
  children(id: string): ReactNode
}

function Setting({ title, hint, problem, children }: SettingProps) {
  const id = useId()
  return (
    <div
      className={classes('yy-rt-setting yy-below-10 yy-grid yy-start yy-gap-8', problem !== undefined && 'is-wrong')}
    >
      <label htmlFor={id}>{title}</label>
      <div>
        {children(id)}
        {hint && <small className="yy-block yy-second yy-small">{hint}</small>}
        {problem !== undefined && (
          <span className="yy-small yy-red yy-block" role="alert">
            {problem}
          </span>
        )}
      </div>
    </div>
  )
}

interface OrderedProps {
  all: readonly (ReportLine & { always?: boolean })[]
  chosen: readonly string[]
  disabled: boolean
  onChange(chosen: string[]): void
}

/** Ticked lines first, in the order they are printed; the others below. */
function Ordered({ all, chosen, disabled, onChange }: OrderedProps) {
  const shown = chosen.flatMap((key) => all.find((one) => one.key === key) ?? [])
  const hidden = all.filter((one) => !chosen.includes(one.key))
  const swap = (a: number, b: number) => onChange(chosen.with(a, chosen[b]!).with(b, chosen[a]!))
  const line = (one: ReportLine & { always?: boolean }, at: number | null) => (
    <li key={one.key}>
      <Checkbox
        checked={at !== null}
        disabled={disabled || (one.always === true && at !== null)}
        onChange={(event) =>
          onChange(event.target.checked ? [...chosen, one.key] : chosen.filter((key) => key !== one.key))
        }
      >
        {one.title}
        {one.always && <small>必印</small>}
      </Checkbox>
      {at !== null && !disabled && (
        <span>
          <Button
            type="text"
            size="small"
            icon={<ArrowUp size={13} aria-hidden />}
            aria-label={`${one.title}上移`}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDown size={13} aria-hidden />}
            aria-label={`${one.title}下移`}
            disabled={at === shown.length - 1}
            onClick={() => swap(at, at + 1)}
          />
        </span>
      )}
    </li>
  )
  return (
    <ul className="yy-rt-ordered yy-plain-list">
      {shown.map((one, at) => line(one, at))}
      {hidden.map((one) => line(one, null))}
    </ul>
  )
}

interface LinesProps {
  id: string
  lines: readonly string[]
  most: number
  length: number
  add: string
  disabled: boolean
  onChange(lines: string[]): void
}

function Lines({ id, lines, most, length, add, disabled, onChange }: LinesProps) {
  return (
    <>
      {lines.map((text, at) => (
        <div key={at} className="yy-rt-line yy-flex yy-gap-4">
          <Input
            {...(at === 0 && { id })}
            size="small"
            maxLength={length}
            value={text}
            disabled={disabled}
            aria-label={`第 ${at + 1} 行`}
            onChange={(event) => onChange(lines.with(at, event.target.value))}
          />
          <Button
            type="text"
            size="small"
            icon={<X size={14} aria-hidden />}
            aria-label={`移除${text || '空行'}`}
            disabled={disabled}
            onClick={() => onChange(lines.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button
        {...(lines.length === 0 && { id })}
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled || lines.length >= most}
        onClick={() => onChange([...lines, ''])}
      >
        {add}
      </Button>
    </>
  )
}

interface SettingsProps {
  def: ReportKindDef
  content: ReportContentData
  disabled: boolean
  fault: { message: string; field: string } | null
  onChange(patch: Partial<ReportContentData>): void
}

export function ReportSettings({ def, content, disabled, fault, onChange }: SettingsProps) {
  const problem = (field: keyof ReportContentData) => (fault?.field === field ? fault.message : undefined)
  const continuous = isContinuous(content.paper)
  const shared = { disabled }
  return (
    <div className="yy-rt-settings">
      <h4>纸张与抬头</h4>
      <Setting title="纸张" problem={problem('paper')}>
        {(id) => (
          <Select
            {...shared}
            id={id}
            className="yy-fill"
            value={content.paper}
            options={def.papers.map((value) => ({ value, label: ReportPaper.label(value) }))}
            onChange={(paper) => onChange({ paper })}
          />
        )}
      </Setting>
      <Setting title="标题" problem={problem('title')}>
        {(id) => (
          <Input
            {...shared}
            id={id}
            maxLength={30}
            value={content.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Setting>
      {!continuous && (
        <Setting title="机构标志" hint="用“显示设置”里的系统图标">
          {(id) => (
            <Switch {...shared} id={id} size="small" checked={content.logo} onChange={(logo) => onChange({ logo })} />
          )}
        </Setting>
      )}
      <Setting title="抬头说明" problem={problem('headerLines')}>
        {(id) => (
          <Lines
            {...shared}
            id={id}
            lines={content.headerLines}
            most={3}
            length={60}
            add="加一行"
            onChange={(headerLines) => onChange({ headerLines })}
          />
        )}
      </Setting>
      <h4>内容</h4>
      <Setting title="显示项目" problem={problem('facts')}>
        {() => <Ordered {...shared} all={def.facts} chosen={content.facts} onChange={(facts) => onChange({ facts })} />}
      </Setting>
      {def.columns.length > 0 && (
        <Setting title="表格列" problem={problem('columns')}>
          {() => (
            <Ordered
              {...shared}
              all={def.columns}
              chosen={content.columns}
              onChange={(columns) => onChange({ columns })}
            />
          )}
        </Setting>
      )}
      {def.parts.length > 0 && (
        <Setting title="附加内容" problem={problem('parts')}>
          {() => (
            <Ordered {...shared} all={def.parts} chosen={content.parts} onChange={(parts) => onChange({ parts })} />
          )}
        </Setting>
      )}
      {def.columns.length > 0 && (
        <Setting title="最少行数" hint="内容少时补空行，保持版面">
          {(id) => (
            <InputNumber<number>
              {...shared}
              id={id}
              size="small"
              min={0}
              max={20}
              precision={0}
              value={content.leastRows ?? 0}
              onChange={(leastRows) => onChange({ leastRows: leastRows ?? 0 })}
            />
          )}
        </Setting>
      )}
      {def.money && (
        <Setting title="金额大写">
          {(id) => (
            <Switch
              {...shared}
              id={id}
              size="small"
              checked={content.capitals}
              onChange={(capitals) => onChange({ capitals })}
            />
          )}
        </Setting>
      )}
      <h4>页脚与签字</h4>
      <Setting title="页脚说明" problem={problem('footer')}>
        {(id) => (
          <Input.TextArea
            {...shared}
            id={id}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={300}
            value={content.footer ?? ''}
            onChange={(event) => onChange({ footer: event.target.value || null })}
          />
        )}
      </Setting>
      <Setting title="签字处" problem={problem('signatures')}>
        {(id) => (
          <Lines
            {...shared}
            id={id}
            lines={content.signatures}
            most={6}
            length={20}
            add="加签字处"
            onChange={(signatures) => onChange({ signatures })}
          />
        )}
      </Setting>
      <Setting title="联次" hint="有几联就打几份；不填只打一份" problem={problem('copies')}>
        {(id) => (
          <Lines
            {...shared}
            id={id}
            lines={content.copies}
            most={6}
            length={20}
            add="加一联"
            onChange={(copies) => onChange({ copies })}
          />
        )}
      </Setting>
    </div>
  )
}
