// Records, consents and registers of the demo organisation, as a nursing home has them on its shelf.
import {
  choices,
  column,
  day,
  design,
  field,
  group,
  many,
  note,
  person,
  place,
  radio,
  resident,
  sign,
  table,
} from './demoFormParts.ts'

export const handover = design(
  [
    field('date', '日期', { initial: '今天', required: true }),
    field('dept', '护理组', { initial: '本人', required: true }),
    radio('班次', '白班|中班|夜班', { width: 1 }),
    table(
      '老人动态',
      [
        column('原有', 'number'),
        column('入住', 'number'),
        column('退住', 'number'),
        column('外出', 'number'),
        column('就医', 'number'),
        column('现有', 'number'),
      ],
      { rows: 1 },
    ),
    table(
      '重点老人交接',
      [
        column('床号'),
        column('姓名'),
        column('体温', 'number'),
        column('血压'),
        column('病情与处理'),
        column('下班需关注'),
      ],
      { rows: 8, grows: true },
    ),
    table(
      '物品与环境',
      [column('数量或读数'), column('是否正常', 'select', { options: ['正常', '异常'] }), column('说明')],
      {
        rows: 5,
        rowTitles: ['毒麻精药品', '抢救车', '氧气瓶', '门窗水电', '呼叫系统'],
      },
    ),
    field('longText', '其他交接事项'),
    sign('交班人签名', { required: true }),
    sign('接班人签名', { required: true }),
    sign('护士长签名'),
  ],
  { paper: 'A4-landscape' },
)

export const turning = design([
  ...person,
  ...place,
  field('date', '日期', { initial: '今天', required: true }),
  table(
    '翻身记录',
    [
      column('时间', 'time'),
      column('体位', 'select', { options: ['左侧卧', '右侧卧', '平卧', '半卧', '坐位'] }),
      column('皮肤', 'select', { options: ['完好', '发红', '破损'] }),
      column('更换护理垫', 'check'),
      column('拍背', 'check'),
      column('执行人'),
    ],
    { rows: 12, grows: true, required: true },
  ),
  note('说明', '每 2 小时翻身一次，夜间不间断。发现皮肤发红 30 分钟不褪或破损，立即报告责任护士。'),
  sign('责任护士签名'),
])

export const vitals = design([
  ...person,
  field('text', '测量月份', { required: true, hint: '如 2026-11', max: 7 }),
  table(
    '生命体征',
    [
      column('日期', 'date'),
      column('时间', 'time'),
      column('体温', 'number'),
      column('脉搏', 'number'),
      column('血压'),
      column('血氧', 'number'),
      column('记录人'),
    ],
    { rows: 15, grows: true, required: true },
  ),
])

export const restraint = design([
  ...person,
  ...place,
  resident('老人身份证号', '身份证号'),
  resident('监护人姓名', '监护人'),
  resident('监护人关系', '与老人关系'),
  note(
    '告知内容',
    '为防止老人跌倒、坠床、自伤、伤人或自行拔除管道，经评估其他措施无效时，拟在最短必要时间内使用保护性约束。约束期间每 15 分钟巡视、每 2 小时松解并活动肢体，观察皮肤与血运。可能的风险：皮肤擦伤、局部水肿、肢体麻木、情绪躁动等。监护人可随时要求解除。',
  ),
  many('约束原因', '有坠床危险|自行拔管|躁动伤人|自伤倾向|其他', { required: true }),
  many('约束方式', '约束带（腕）|约束带（踝）|约束背心|手套|床栏', { required: true }),
  field('datetime', '开始时间', { required: true }),
  field('number', '预计时长', { unit: '小时', min: 1, max: 72, decimals: 0, required: true }),
  radio('监护人意见', '同意使用|不同意使用，后果自负', { id: 'opinion' }),
  field('longText', '不同意的理由', { when: { field: 'opinion', test: 'is', value: 'o2' }, required: true }),
  sign('监护人签名', { required: true }),
  sign('医生签名', { required: true }),
  sign('责任护士签名', { required: true }),
])

export const choking = design([
  ...person,
  ...place,
  note(
    '告知内容',
    '老人经评估存在吞咽障碍，进食时有呛咳、误吸、窒息的危险。本院将按医嘱给予软食、糊状饮食或鼻饲，进食时取坐位并有人看护。请家属不要自行喂食汤圆、年糕、果冻、带骨带刺和大块食物。',
  ),
  field('select', '饮食种类', { options: choices('软食|半流质|糊状|鼻饲'), required: true }),
  field('select', '吞咽评定', { options: choices('Ⅰ级|Ⅱ级|Ⅲ级|Ⅳ级|Ⅴ级'), required: true, hint: '洼田饮水试验' }),
  radio('家属意见', '已知情并同意|要求自行决定饮食'),
  sign('家属签名', { required: true }),
  sign('责任护士签名', { required: true }),
])

export const visit = design(
  [
    field('date', '登记日期', { initial: '今天', required: true }),
    table(
      '探视登记',
      [
        column('来访时间', 'time'),
        column('来访人'),
        column('与老人关系', 'select', { options: ['子女', '配偶', '亲属', '朋友', '志愿者', '其他'] }),
        column('联系电话'),
        column('探视老人'),
        column('床号'),
        column('体温', 'number'),
        column('离开时间', 'time'),
      ],
      { rows: 15, grows: true, required: true },
    ),
    note('须知', '探视时间 09:00–11:00、14:30–17:00；发热、咳嗽者请改日；不得自行带老人离院、喂食。'),
    field('staff', '值班人', { initial: '本人', required: true }),
  ],
  { paper: 'A4-landscape' },
)

export const activity = design([
  field('text', '活动名称', { width: 2, required: true }),
  field('date', '活动日期', { initial: '今天', required: true }),
  field('text', '地点', { width: 2 }),
  field('staff', '组织人', { initial: '本人', required: true }),
  table(
    '签到',
    [
      column('姓名'),
      column('床号'),
      column('到场', 'check'),
      column('状态', 'select', { options: ['积极', '一般', '不适退场'] }),
      column('备注'),
    ],
    {
      rows: 20,
      grows: true,
      required: true,
    },
  ),
  field('picture', '现场照片', { width: 3, max: 6 }),
  field('longText', '活动小结'),
])

export const satisfaction = design([
  resident('老人姓名', '老人'),
  resident('床位全称', '床位', { width: 2 }),
  field('select', '填写人', { dictionary: 'relationToElder', hint: '与老人的关系', required: true }),
  day('填写日期'),
  group('请为我们的工作打分'),
  radio('护理服务', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  radio('饮食', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  radio('环境卫生', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  radio('活动安排', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  radio('与家属沟通', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  radio('收费透明', '非常满意:5|满意:4|一般:3|不满意:2|很不满意:1'),
  field('score', '总分', {
    id: 'total',
    width: 3,
    bands: [
      { from: 0, label: '须 3 日内回访' },
      { from: 18, label: '基本满意' },
      { from: 24, label: '满意' },
    ],
  }),
  field('longText', '最不满意的是什么', { required: true, when: { field: 'total', test: 'most', value: '17' } }),
  field('longText', '意见和建议'),
])

export const belongings = design([
  ...person,
  ...place,
  table('物品清单', [column('物品名称'), column('特征'), column('数量', 'number', { sum: true }), column('备注')], {
    rows: 10,
    grows: true,
    required: true,
  }),
  note('说明', '现金、存折、首饰等贵重物品请家属自行保管；确需寄存的另填贵重物品寄存单。'),
  sign('家属签名', { required: true }),
  sign('接收人签名', { required: true }),
])

export const fire = design([
  field('datetime', '巡查时间', { required: true }),
  field('dept', '巡查部门', { initial: '本人' }),
  field('staff', '巡查人', { initial: '本人', required: true }),
  table(
    '巡查项目',
    [column('结果', 'select', { options: ['正常', '异常'] }), column('问题'), column('整改期限', 'date')],
    {
      rows: 6,
      rowTitles: ['疏散通道畅通', '安全出口标志', '灭火器压力', '应急照明', '厨房燃气', '配电箱'],
      required: true,
    },
  ),
  field('picture', '现场照片', { width: 3, max: 6 }),
  sign('巡查人签名', { required: true }),
])
