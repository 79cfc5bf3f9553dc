// The report on A4 as the standard lays it out: tables A, the items B with their scores, the result C, and the signatures.
// The same element on the screen and on paper; blank, it is a form to fill in by hand.
import type { Form, Kind, Section } from '#contract/nursing/assess/kind'
import type { AssessDetail } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { bedPathText } from '#web/areas/live/public'
import { Sheet } from '#web/kit/print/Sheet'
import { type Filled, filledOf } from './filled.ts'
import { choiceOf, highest, sectionTitle } from './formView.ts'
import { cellWords, reasonsOf, resultLines } from './reportWords.ts'
import { askedInputs } from './steps.ts'

export const REPORT_CSS = `
h2 { margin: 4mm 0 0; font-size: 11.5pt; break-after: avoid }
h2 + .grid { margin-top: 1.5mm }
.report + .report { break-before: page }
.void-mark { float: right; margin-top: 2mm; padding: 0 3mm; border: 0.5mm solid #000; font-weight: 600 }
.hands { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm 8mm; margin-top: 5mm; break-inside: avoid }
.hands div { display: flex; gap: 2mm; align-items: flex-end; min-height: 14mm; border-bottom: 0.25mm solid #000 }
.hands img { max-width: 45mm; max-height: 13mm }
.reasons { margin: 1.5mm 0 0; padding-left: 6mm }
.grid .final { font-size: 12.5pt; font-weight: 700 }
`

interface Line {
  label: string
  value: string
  wide?: boolean
}

function pairs(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = []
  for (const line of lines) {
    const last = rows.at(-1)
    if (!line.wide && last?.length === 1 && !last[0]!.wide) last.push(line)
    else rows.push([line])
  }
  return rows
}

const LONG = 18

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <>
      <h2>{title}</h2>
      <table className="grid">
        <colgroup>
          <col style={{ width: '19%' }} />
          <col style={{ width: '31%' }} />
          <col style={{ width: '19%' }} />
          <col style={{ width: '31%' }} />
        </colgroup>
        <tbody>
          {pairs(lines).map((row) => (
            <tr key={row[0]!.label}>
              {row.map((line) => [
                <th key={line.label}>{line.label}</th>,
                <td key={`${line.label} `} colSpan={row.length === 1 ? 3 : 1}>
                  {line.value}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const WIDE = new Set(['many', 'longText', 'table'])

function formLines(one: AssessDetail, form: Form, filled: Filled, blank: boolean): Line[] {
  return form.fields.map((field) => {
    const value =
      blank && !field.known
        ? (field.options ?? []).map((option) => `□ ${option.text}`).join('　')
        : cellWords(one, field, filled.fields)
    return { label: `${field.key} ${field.name}`, value, wide: WIDE.has(field.type) || value.length > LONG }
  })
}

function Items({ section, filled, blank }: { section: Section; filled: Filled; blank: boolean }) {
  const most = section.items.reduce((sum, item) => sum + highest(item), 0)
  const sum = section.items.reduce((all, item) => all + (choiceOf(item, filled.answers)?.score ?? 0), 0)
  return (
    <>
      <h2>{sectionTitle(section)}</h2>
      <table className="grid">
        <colgroup>
          <col style={{ width: '26%' }} />
          <col />
          <col style={{ width: '9%' }} />
        </colgroup>
        <thead>
          <tr>
            <th>项目</th>
            <th>{blank ? '选项（分）' : '评定'}</th>
            <th className="center">得分</th>
          </tr>
        </thead>
        <tbody>
          {section.items.map((item) => {
            const chosen = choiceOf(item, filled.answers)
            const evidence = filled.evidence[item.key]
            return (
              <tr key={item.key}>
                <td>
                  {item.key} {item.name}
                </td>
                <td>
                  {blank
                    ? item.options.map((option) => (
                        <div key={option.key}>
                          □ {option.text}（{option.score}）
                        </div>
                      ))
                    : chosen
                      ? `${chosen.key}　${chosen.text}`
                      : '未评'}
                  {!blank && evidence && <small>　依据：{evidence}</small>}
                </td>
                <td className="center">{blank ? '' : (chosen?.score ?? '—')}</td>
              </tr>
            )
          })}
          <tr className="amount">
            <td colSpan={2} className="right">
              合计（满分 {most}）
            </td>
            <td className="center">
              <b>{blank ? '' : sum}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

const HANDS: readonly (readonly [role: string, title: string])[] = [
  ['assessor1', '评估员'],
  ['assessor2', '评估员'],
  ['informant', '信息提供者'],
  ['family', '家属知情'],
]

function Hands({ one, kind, blank }: { one: AssessDetail; kind: Kind; blank: boolean }) {
  const wanted = HANDS.filter(
    ([role]) =>
      role === 'assessor1' ||
      role === 'informant' ||
      (role === 'assessor2' && kind.assessors === 2) ||
      (role === 'family' && kind.group === 'risk'),
  )
  const names: Readonly<Record<string, string | null>> = {
    assessor1: one.assessor1Name,
    assessor2: one.assessor2Name,
    informant: one.informant,
  }
  return (
    <div className="hands">
      {wanted.map(([role, title]) => {
        const hand = one.signatures.find((given) => given.role === role)
        return (
          <div key={role}>
            <span>
              {title}
              {blank ? '' : `　${hand?.name ?? names[role] ?? ''}`}：
            </span>
            {!blank && hand?.picture && <img src={hand.picture} alt={`${title}签名`} />}
          </div>
        )
      })}
      <div>评估地点：{blank ? '' : (one.place ?? '')}</div>
      <div>日期：{blank ? '' : one.assessDate}</div>
    </div>
  )
}

export interface ReportSheetProps {
  one: AssessDetail
  kind: Kind
  org: string
  blank?: boolean
}

export function ReportSheet({ one, kind, org, blank = false }: ReportSheetProps) {
  const filled = filledOf(one)
  const inputs = askedInputs(kind)
  const reasons = blank ? null : reasonsOf(one, kind)
  const open = one.state === AssessmentState.is.DRAFT || one.state === AssessmentState.is.WAITING
  return (
    <div className="report">
      <style>{REPORT_CSS}</style>
      {one.state === AssessmentState.is.VOID && <div className="void-mark">已作废：{one.voidReason}</div>}
      <Sheet
        org={org}
        contact={one.assessNo ? `编号 ${one.assessNo}` : undefined}
        title={kind.report}
        sub={`${kind.standard}${open && !blank ? '　草稿，未签字' : ''}`}
        facts={[
          { label: '姓名', value: one.oldmanName ?? '' },
          { label: '床位', value: bedPathText(one.bedPath) || (one.oldmanId ? '' : '咨询') },
          { label: '评估日期', value: blank ? '' : one.assessDate },
        ]}
      >
        {kind.forms.map((form) => (
          <Lines key={form.key} title={`${form.key} ${form.name}`} lines={formLines(one, form, filled, blank)} />
        ))}
        {inputs.length > 0 && (
          <Lines
            title="诊断与风险事件"
            lines={inputs.map((input) => ({
              label: input.name,
              value: blank
                ? input.options.map((option) => `□ ${option.text}`).join('　')
                : (input.options.find((option) => option.value === filled.inputs[input.key])?.text ?? '未填'),
              wide: blank,
            }))}
          />
        )}
        {kind.sections.map((section) => (
          <Items key={section.key} section={section} filled={filled} blank={blank} />
        ))}
        {!blank && (
          <>
            <h2>评估结果</h2>
            <table className="grid">
              <colgroup>
                <col style={{ width: '26%' }} />
                <col />
              </colgroup>
              <tbody>
                {resultLines(one, kind).map((line, at, all) => (
                  <tr key={line.label}>
                    <th>{line.label}</th>
                    <td className={at === all.length - 1 ? 'final' : undefined}>{line.value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <h2>评定说明</h2>
            <ol className="reasons">
              {[...reasons!.sections, ...reasons!.lines].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </>
        )}
        <Hands one={one} kind={kind} blank={blank} />
      </Sheet>
    </div>
  )
}
