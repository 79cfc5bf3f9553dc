// How receipts, bills, slips and cards look on paper in this organisation.
import { call, noun } from '#contract/kit/call'
import { bool, int, list, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import {
  isContinuous,
  ReportContent,
  type ReportContentData,
  ReportKind,
  type ReportKindDef,
  type ReportLine,
  ReportPaper,
} from './reportKinds.ts'

const Report = obj({
  kind: ReportKind.schema,
  kindName: str(),
  content: ReportContent,
  /** False: as the product came. */
  changed: bool(),
  /** 0 as long as it was not changed. */
  version: int(),
  updateTime: nul(str()),
})
export type ReportTemplateData = Static<typeof Report>

const PATH = '/pims/web-org/template'
const LIST = 'systemSetting:reportTemplate:list'

export const reportTemplate = noun('systemSetting', 'reportTemplate', {
  title: '单据模板',
  calls: {
    /** Whoever prints needs them, so reading needs no code of its own. */
    list: call.get(PATH, { needs: 'signedIn', act: '单据模板列表', data: list(Report) }),
    /** Without content the kind goes back to how the product came. */
    save: call.put(PATH, {
      needs: 'systemSetting:reportTemplate:edit',
      act: '修改单据模板',
      body: obj({
        kind: ReportKind.schema,
        content: opt(ReportContent),
        version: opt(int('版本', { min: 0 })),
      }),
      data: Report,
      refuses: ['CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    set: {
      path: '/systemSetting/templateSet',
      title: '模板设置',
      tab: true,
      needs: LIST,
      menu: { rail: 'setting', group: '模板', order: 40 },
    },
  },
})

function strange(given: readonly string[], known: readonly ReportLine[], what: string): string | null {
  const unknown = given.find((name) => !known.some((one) => one.key === name))
  if (unknown !== undefined) return `${what}里没有“${unknown}”`
  return new Set(given).size === given.length ? null : `${what}有重复`
}

/** What keeps settings from being printed; null when they will do. */
export function reportFault(def: ReportKindDef, content: ReportContentData): { message: string; field: string } | null {
  const fault = (field: keyof ReportContentData, message: string) => ({ message, field })
  if (!def.papers.includes(content.paper)) {
    return fault('paper', `${ReportKind.label(def.kind)}不能用 ${ReportPaper.label(content.paper)}打印`)
  }
  if (content.title.trim() === '') return fault('title', '请填写标题')
  const facts = strange(content.facts, def.facts, '显示项目')
  if (facts) return fault('facts', facts)
  if (def.card && content.facts.length === 0) return fault('facts', '至少显示一个项目')
  const columns = strange(content.columns, def.columns, '表格列')
  if (columns) return fault('columns', columns)
  const missing = def.columns.find((column) => column.always && !content.columns.includes(column.key))
  if (missing) return fault('columns', `“${missing.title}”这一列不能去掉`)
  const parts = strange(content.parts, def.parts, '附加内容')
  if (parts) return fault('parts', parts)
  for (const field of ['signatures', 'copies', 'headerLines'] as const) {
    const words = content[field].map((one) => one.trim())
    if (words.includes('')) return fault(field, '有一行还没有填写')
    if (new Set(words).size !== words.length)
      return fault(field, `“${words.find((one, i) => words.indexOf(one) !== i)}”重复`)
  }
  if (isContinuous(content.paper) && content.facts.length > 6) {
    return fault('facts', '针打纸最多显示 6 个项目，多了打不下')
  }
  return null
}

/** Settings as they are stored: blanks cut off, capitals only where there is money. */
export const tidyReport = (def: ReportKindDef, content: ReportContentData): ReportContentData => ({
  paper: content.paper,
  title: content.title.trim(),
  logo: content.logo,
  headerLines: content.headerLines.map((one) => one.trim()),
  facts: content.facts,
  columns: content.columns,
  parts: content.parts,
  leastRows: def.columns.length > 0 ? (content.leastRows ?? 0) : 0,
  capitals: def.money && content.capitals,
  footer: content.footer?.trim() || null,
  signatures: content.signatures.map((one) => one.trim()),
  copies: content.copies.map((one) => one.trim()),
})

/** What a row of the database means today: lines that the product no longer has are left out. */
export function reportContent(def: ReportKindDef, stored: Partial<ReportContentData> | null): ReportContentData {
  if (!stored) return def.usual
  const content = { ...def.usual, ...stored }
  const still = (given: readonly string[], known: readonly ReportLine[]) =>
    given.filter((name) => known.some((one) => one.key === name))
  return {
    ...content,
    facts: still(content.facts, def.facts),
    columns: still(content.columns, def.columns),
    parts: still(content.parts, def.parts),
  }
}
