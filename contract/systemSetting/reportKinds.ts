// The things the product prints from its own data, and what an organisation may set about each: paper, heading, lines,
// columns, signatures, copies. What is drawn from these settings is the same in the preview and on paper.
import { options } from '#contract/kit/options'
import { bool, int, list, obj, opt, type Static, text } from '#contract/kit/schema'

export const ReportPaper = options('ReportPaper', '纸张', [
  ['A4', 'A4 纵向（210×297）'],
  ['A5', 'A5 纵向（148×210）'],
  ['A5-landscape', 'A5 横向（210×148）'],
  ['half', '241×140 二等分（针打）'],
  ['third', '241×93 三等分（针打）'],
])
export type ReportPaperValue = (typeof ReportPaper.list)[number]['value']

/** Continuous paper of needle printers: no grey, nothing under 10 pt. */
export const isContinuous = (paper: ReportPaperValue) => paper === 'half' || paper === 'third'

export const ReportKind = options('ReportKind', '单据', [
  ['receipt', '收款收据'],
  ['bill', '月度费用账单'],
  ['settlement', '退住结算单'],
  ['outing', '外出单'],
  ['residentCard', '老人信息卡'],
  ['bedCard', '床头卡'],
  ['stockIn', '入库单'],
  ['stockOut', '出库单'],
])
export type ReportKindValue = (typeof ReportKind.list)[number]['value']

const key = (title: string) => text(title, { max: 32, pattern: /^[a-zA-Z0-9]+$/ })
const line = (title: string, max: number) => text(title, { max })
const titled = <S extends object>(schema: S, title: string): S => ({ ...schema, title })

export const ReportContent = obj({
  paper: ReportPaper.schema,
  title: line('标题', 30),
  logo: bool('显示机构标志'),
  /** Beside the organisation's name: address, desk, opening hours. */
  headerLines: titled(list(line('抬头说明', 60), 3), '抬头说明'),
  facts: titled(list(key('显示项目'), 30), '显示项目'),
  columns: titled(list(key('表格列'), 20), '表格列'),
  parts: titled(list(key('附加内容'), 10), '附加内容'),
  /** Empty rows keep the shape of a form when there is little to say. */
  leastRows: opt(int('最少行数', { min: 0, max: 20 })),
  capitals: bool('金额大写'),
  footer: opt(text('页脚说明', { min: 0, max: 300 })),
  signatures: titled(list(line('签字处', 20), 6), '签字处'),
  /** One sheet for each. */
  copies: titled(list(line('联次', 20), 6), '联次'),
})
export type ReportContentData = Static<typeof ReportContent>

export interface ReportLine {
  key: string
  title: string
}

export interface ReportColumn extends ReportLine {
  align?: 'right' | 'center'
  /** Per cent of the width; the others divide what is left. */
  width?: number
  /** In fen. */
  money?: boolean
  /** A sheet without it says nothing. */
  always?: boolean
}

export interface ReportKindDef {
  kind: ReportKindValue
  group: '费用' | '居住' | '仓储'
  papers: readonly ReportPaperValue[]
  facts: readonly ReportLine[]
  columns: readonly ReportColumn[]
  parts: readonly ReportLine[]
  /** Ends in a total, which may stand in capitals. */
  money: boolean
  /** Named by one large line, with a photo. */
  card: boolean
  usual: ReportContentData
}

const lines = (entries: Readonly<Record<string, string>>): ReportLine[] =>
  Object.entries(entries).map(([name, title]) => ({ key: name, title }))

const amount: ReportColumn = {
  key: 'amount',
  title: '金额（元）',
  align: 'right',
  width: 15,
  money: true,
  always: true,
}
const no: ReportColumn = { key: 'no', title: '序', align: 'center', width: 6 }

type Usual = Partial<ReportContentData> & Pick<ReportContentData, 'paper' | 'signatures'>
type Declared = Omit<ReportKindDef, 'usual' | 'parts' | 'card'> & {
  parts?: readonly ReportLine[]
  card?: boolean
  /** Left out at first. */
  hidden?: readonly string[]
  usual: Usual
}

function kind({ hidden = [], usual, parts = [], card = false, ...declared }: Declared): ReportKindDef {
  const shown = (all: readonly ReportLine[]) => all.map((one) => one.key).filter((name) => !hidden.includes(name))
  return {
    ...declared,
    parts,
    card,
    usual: {
      title: ReportKind.label(declared.kind),
      logo: !isContinuous(usual.paper),
      headerLines: [],
      facts: shown(declared.facts),
      columns: shown(declared.columns),
      parts: shown(parts),
      leastRows: 0,
      capitals: declared.money,
      footer: null,
      copies: [],
      ...usual,
    },
  }
}

const stockColumns: readonly ReportColumn[] = [
  no,
  { key: 'sku', title: '物资名称', always: true },
  { key: 'spec', title: '规格' },
  { key: 'batch', title: '批号', width: 13 },
  { key: 'expiry', title: '有效期', width: 12 },
  { key: 'unit', title: '单位', align: 'center', width: 7 },
  { key: 'quantity', title: '数量', align: 'right', width: 9, always: true },
  { key: 'price', title: '单价（元）', align: 'right', width: 12, money: true },
  { ...amount, always: false },
]

const defs: readonly ReportKindDef[] = [
  kind({
    kind: 'receipt',
    group: '费用',
    papers: ['third', 'half', 'A5-landscape', 'A4'],
    facts: lines({ date: '日期', elder: '老人', bed: '床位', payer: '缴款人', dept: '所属部门' }),
    columns: [
      { key: 'item', title: '项目', always: true },
      { key: 'period', title: '账期', width: 16 },
      { key: 'way', title: '收款方式' },
      { ...amount, width: 18 },
    ],
    money: true,
    hidden: ['dept'],
    usual: {
      paper: 'third',
      leastRows: 3,
      signatures: ['收款单位（章）', '收款人', '复核', '缴款人签字'],
      copies: ['第一联　存根', '第二联　交款人', '第三联　记账'],
    },
  }),
  kind({
    kind: 'bill',
    group: '费用',
    papers: ['A4', 'A5'],
    facts: lines({
      elder: '老人',
      bed: '床位',
      careLevel: '护理等级',
      payer: '付费人',
      period: '计费期间',
      dueDate: '缴费期限',
    }),
    columns: [
      no,
      { key: 'item', title: '费用项目', always: true },
      { key: 'period', title: '计费期间', width: 20 },
      { key: 'price', title: '单价（元）', align: 'right', width: 17 },
      { key: 'count', title: '数量', align: 'right', width: 10 },
      amount,
    ],
    parts: lines({ account: '账户情况', supplies: '护理用品明细', history: '近 6 期' }),
    money: true,
    usual: {
      paper: 'A4',
      headerLines: ['收费处 08:30–17:00'],
      footer:
        '缴费方式：微信或支付宝扫码；或到收费处缴纳现金、刷卡。转账请注明老人姓名。\n对账单有疑问请在 7 日内联系收费处。押金不计息，退住时结清后退还。',
      signatures: ['制单', '审核', '付费人签字'],
    },
  }),
  kind({
    kind: 'settlement',
    group: '费用',
    papers: ['A4', 'A5'],
    facts: lines({
      elder: '老人',
      bed: '床位',
      careLevel: '护理等级',
      checkIn: '入住日期',
      checkOut: '退住日期',
      days: '居住天数',
      reason: '退住原因',
      payee: '收款人',
      payeeAccount: '收款账户',
    }),
    columns: [no, { key: 'item', title: '结算项目', always: true }, { key: 'about', title: '说明' }, amount],
    money: true,
    usual: {
      paper: 'A4',
      footer: '以上各项双方核对无误。退款自本单签字之日起 7 个工作日内付至收款账户。',
      signatures: ['护理部', '后勤部', '财务部', '院长', '家属签字'],
    },
  }),
  kind({
    kind: 'outing',
    group: '居住',
    papers: ['A5-landscape', 'A5', 'A4', 'half'],
    facts: lines({
      elder: '老人',
      bed: '床位',
      outType: '外出类型',
      planOut: '计划外出',
      planReturn: '计划返回',
      destination: '去向',
      companion: '陪同人',
      relation: '与老人关系',
      phone: '联系电话',
      reason: '事由',
      mealStop: '是否停餐',
    }),
    columns: [
      { key: 'drug', title: '随身药品', always: true },
      { key: 'use', title: '用法' },
      { key: 'count', title: '数量', align: 'center', width: 14 },
    ],
    money: false,
    usual: {
      paper: 'A5-landscape',
      footer: '外出期间由陪同人负责老人的安全与照护；如有不适请立即就医并电话告知本院。',
      signatures: ['陪同人签字', '责任护士', '审批', '门卫放行'],
      copies: ['第一联　护理站', '第二联　门卫'],
    },
  }),
  kind({
    kind: 'residentCard',
    group: '居住',
    papers: ['A5', 'A5-landscape', 'A4'],
    facts: lines({
      sex: '性别',
      age: '年龄',
      bed: '床位',
      careLevel: '护理等级',
      checkIn: '入住日期',
      blood: '血型',
      diseases: '主要疾病',
      allergy: '过敏史',
      diet: '饮食',
      attention: '关注事项',
      guardian: '监护人',
      phone: '联系电话',
      hospital: '定点医院',
    }),
    columns: [],
    money: false,
    card: true,
    usual: { paper: 'A5', signatures: ['建卡人', '核对人'] },
  }),
  kind({
    kind: 'bedCard',
    group: '居住',
    papers: ['A5-landscape', 'A5', 'A4'],
    facts: lines({
      bed: '床位',
      sex: '性别',
      age: '年龄',
      careLevel: '护理等级',
      diet: '饮食',
      allergy: '过敏',
      attention: '注意',
      checkIn: '入住日期',
      nurse: '责任护士',
      worker: '责任护理员',
    }),
    columns: [],
    money: false,
    card: true,
    usual: { paper: 'A5-landscape', signatures: [] },
  }),
  kind({
    kind: 'stockIn',
    group: '仓储',
    papers: ['half', 'third', 'A4', 'A5-landscape'],
    facts: lines({ depot: '仓库', supplier: '供应商', date: '入库日期', invoice: '发票号', remark: '备注' }),
    columns: stockColumns,
    money: true,
    hidden: ['invoice'],
    usual: {
      paper: 'half',
      leastRows: 5,
      signatures: ['制单', '验收', '库管', '主管'],
      copies: ['第一联　仓库', '第二联　财务'],
    },
  }),
  kind({
    kind: 'stockOut',
    group: '仓储',
    papers: ['half', 'third', 'A4', 'A5-landscape'],
    facts: lines({
      depot: '仓库',
      outType: '出库类型',
      dept: '领用部门',
      receiver: '领用人',
      date: '出库日期',
      remark: '备注',
    }),
    columns: stockColumns,
    money: true,
    hidden: ['price', 'amount', 'expiry'],
    usual: {
      paper: 'half',
      leastRows: 5,
      capitals: false,
      signatures: ['制单', '发料', '领用人', '主管'],
      copies: ['第一联　仓库', '第二联　领用部门'],
    },
  }),
]

export const reportKinds: Readonly<Record<ReportKindValue, ReportKindDef>> = Object.fromEntries(
  defs.map((def) => [def.kind, def]),
) as Record<ReportKindValue, ReportKindDef>
