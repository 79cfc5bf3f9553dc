// Example figures for previews and test pages. People and numbers are invented.
import type { ReportKindValue } from '#contract/systemSetting/reportKinds'
import type { ReportData } from './reportData.ts'

const BED = '松鹤楼 › 2层 › 203室 › 02床'

const receipt: ReportData = {
  number: 'SJ202611120018',
  facts: { date: '2026 年 11 月 12 日', elder: '王秀兰', bed: BED, payer: '李建国（儿子）', dept: '松鹤楼护理组' },
  rows: [
    { item: '补缴月账单 ZD202610010087', period: '2026-10', way: '余额 1,286.50', amount: 248_000 },
    { item: '缴纳月账单 ZD202611010087', period: '2026-11', way: '微信 5,000.00　现金 2,424.90', amount: 623_140 },
  ],
  total: { label: '合计人民币', fen: 871_140 },
  names: { 收款人: '刘敏', 复核: '吴倩' },
}

const bill: ReportData = {
  number: 'ZD202611010087',
  sub: '账期 2026 年 11 月',
  facts: {
    elder: '王秀兰　女　82 岁',
    bed: BED,
    careLevel: '半护理（二级）',
    payer: '李建国（儿子）',
    period: '2026-11-01 至 2026-11-30',
    dueDate: '2026-11-10',
  },
  rows: [
    {
      item: '床位费　双人间 203室02床',
      period: '11-01 至 11-30',
      price: '3,000.00/月',
      count: '30 天',
      amount: 300_000,
    },
    { item: '护理费　半护理（二级）', period: '11-01 至 11-30', price: '2,100.00/月', count: '30 天', amount: 210_000 },
    { item: '餐费　三餐', period: '11-01 至 11-30', price: '35.00/天', count: '30 天', amount: 105_000 },
    { item: '综合服务费', period: '11-01 至 11-30', price: '600.00/月', count: '30 天', amount: 60_000 },
    {
      item: '护理用品费　成人纸尿裤 L 等 3 项',
      period: '10-01 至 10-31',
      price: '见明细',
      count: '8 件',
      amount: 18_640,
    },
    { item: '请假减免　外出 3 天餐费', period: '10-24 至 10-26', price: '−35.00/天', count: '3 天', amount: -10_500 },
    { item: '长护险抵扣　中度失能', period: '11-01 至 11-30', price: '−600.00/月', count: '1 月', amount: -60_000 },
  ],
  sums: [
    { label: '本期应收', fen: 623_140 },
    { label: '上期未缴（2026-10）', fen: 248_000 },
  ],
  total: { label: '应缴合计', fen: 871_140 },
  parts: {
    account: {
      about: '截至 2026-11-01',
      rows: [
        ['账户余额', '1,286.50'],
        ['赠送余额', '500.00'],
        ['押金', '10,000.00'],
      ],
    },
    supplies: {
      about: '2026-10',
      rows: [
        ['成人纸尿裤 L　10 片装', '4 包', '119.60'],
        ['护理垫 60×90', '2 包', '45.80'],
        ['湿巾 80 抽', '2 包', '21.00'],
      ],
    },
    history: {
      head: ['账期', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
      rows: [
        ['应收', '6,150.00', '6,185.00', '6,280.00', '6,320.00', '6,480.00', '6,231.40'],
        ['未缴', '0.00', '0.00', '0.00', '0.00', '2,480.00', '6,231.40'],
      ],
    },
  },
  names: { 制单: '刘敏', 审核: '吴倩' },
}

const settlement: ReportData = {
  number: 'JS202611150003',
  facts: {
    elder: '陈国栋　男　79 岁',
    bed: '长青楼 › 3层 › 305室 › 01床',
    careLevel: '半护理（三级）',
    checkIn: '2025-03-10',
    checkOut: '2026-11-15',
    days: '616 天',
    reason: '回家居住',
    payee: '陈晓东（儿子）',
    payeeAccount: '工行杨浦支行 6222 **** **** 0418',
  },
  rows: [
    { item: '本期费用', about: '2026-11-01 至 11-15，床位、护理、餐费', amount: 312_000 },
    { item: '护理用品', about: '11 月领用', amount: 9_860 },
    { item: '物品损坏', about: '床头灯 1 个', amount: 8_000 },
  ],
  sums: [
    { label: '应收合计', fen: 329_860 },
    { label: '账户余额抵扣', fen: -151_240 },
    { label: '押金抵扣', fen: -178_620 },
    { label: '押金', fen: 1_000_000 },
  ],
  total: { label: '应退金额', fen: 821_380 },
  names: { 护理部: '何静', 后勤部: '赵强', 财务部: '吴倩' },
}

const outing: ReportData = {
  number: 'WC202611120006',
  facts: {
    elder: '王秀兰　女　82 岁',
    bed: BED,
    outType: '探亲',
    planOut: '2026-11-14 09:00',
    planReturn: '2026-11-16 17:00',
    destination: '杨浦区国定路 300 弄 8 号 502 室',
    companion: '李建国',
    relation: '儿子',
    phone: '139 0123 2516',
    reason: '孙女结婚',
    mealStop: '停餐 3 天',
  },
  rows: [
    { drug: '苯磺酸氨氯地平片 5mg', use: '每日 1 次，每次 1 片', count: '3 片' },
    { drug: '阿司匹林肠溶片 100mg', use: '每晚 1 次，每次 1 片', count: '3 片' },
  ],
  names: { 责任护士: '李小梅', 审批: '何静' },
}

const person = {
  sex: '女',
  age: '82 岁',
  bed: BED,
  careLevel: '半护理（二级）',
  checkIn: '2025-03-10',
  diet: '软食、低盐',
  allergy: '青霉素',
  attention: '失智、跌倒高危，外出须有人陪同',
}

const residentCard: ReportData = {
  name: '王秀兰',
  facts: {
    ...person,
    blood: 'A 型 Rh 阳性',
    diseases: '高血压病、冠心病',
    guardian: '李建国（儿子）',
    phone: '139 0123 2516',
    hospital: '杨浦区中心医院',
  },
  rows: [],
  names: { 建卡人: '刘敏' },
}

const bedCard: ReportData = {
  name: '王秀兰',
  facts: { ...person, bed: '203室 02床', nurse: '李小梅', worker: '张桂花' },
  rows: [],
}

const stockRows = [
  {
    sku: '成人纸尿裤',
    spec: 'L 10 片/包',
    batch: 'B260918',
    expiry: '2029-09',
    unit: '包',
    quantity: '60',
    price: 2_990,
    amount: 179_400,
  },
  {
    sku: '一次性护理垫',
    spec: '60×90 10 片/包',
    batch: 'H261002',
    expiry: '2029-10',
    unit: '包',
    quantity: '40',
    price: 2_290,
    amount: 91_600,
  },
  {
    sku: '医用外科口罩',
    spec: '50 只/盒',
    batch: 'K260830',
    expiry: '2028-08',
    unit: '盒',
    quantity: '20',
    price: 1_350,
    amount: 27_000,
  },
]
const stockTotal = { label: '合计', fen: 298_000 }

const stockIn: ReportData = {
  number: 'RK202611120004',
  facts: {
    depot: '总务库',
    supplier: '上海康护医疗用品有限公司',
    date: '2026-11-12',
    invoice: '31002600118',
    remark: '11 月采购',
  },
  rows: stockRows,
  total: stockTotal,
  names: { 制单: '赵强', 验收: '孙丽华' },
}

const stockOut: ReportData = {
  number: 'CK202611130011',
  facts: {
    depot: '总务库',
    outType: '部门领用',
    dept: '松鹤楼护理组',
    receiver: '李小梅',
    date: '2026-11-13',
    remark: '',
  },
  rows: stockRows,
  total: stockTotal,
  names: { 制单: '赵强' },
}

export const samples: Readonly<Record<ReportKindValue, ReportData>> = {
  receipt,
  bill,
  settlement,
  outing,
  residentCard,
  bedCard,
  stockIn,
  stockOut,
}
