// Departments, jobs, roles and people of the demo organisation. All of them are invented.
import { signNames } from '#contract/expense/settlementWords'
import type { RailKey } from '#contract/kit/page'

export interface DemoDept {
  name: string
  key: string
  parent?: string
  /** A care group with residents. */
  ward?: boolean
}

export const demoDepts: readonly DemoDept[] = [
  { name: '院办公室', key: '001' },
  { name: '前台', key: '002' },
  { name: '护理部', key: '003' },
  { name: '松鹤楼护理组', key: '003001', parent: '护理部', ward: true },
  { name: '长青楼护理组', key: '003002', parent: '护理部', ward: true },
  { name: '康宁楼护理组', key: '003003', parent: '护理部', ward: true },
  { name: '财务部', key: '004' },
  { name: '后勤仓储部', key: '005' },
  { name: '居家服务部', key: '006' },
  { name: '餐饮部', key: '007' },
]

/** Residents' pages that the nurses of a group use: reading, outings and visits, but no check-in and no contracts. */
const WARD_CODES = [
  'live:outing:',
  'live:visit:list',
  'live:visit:add',
  'live:visit:edit',
  'live:residence:list',
  'live:archive:list',
  'live:archive:health',
  'live:family:list',
  'live:residentForm:list',
  'live:residentForm:add',
  'live:residentForm:edit',
]

/** Looks of the whole organisation that only its administrator sets. */
export const administratorsOwn: readonly string[] = ['home:roomMap:config']

const CARE = ['护理部', '松鹤楼护理组', '长青楼护理组', '康宁楼护理组']
const ALL = demoDepts.map((dept) => dept.name)

/** [job, code of its type, name of its type] */
export const demoJobs: readonly (readonly [name: string, typeCode: string, typeName: string])[] = [
  ['院长', 'other', '其他'],
  ['办公室主任', 'deptHead', '科室主任'],
  ['信息管理员', 'other', '其他'],
  ['前台主管', 'deptHead', '科室主任'],
  ['前台文员', 'other', '其他'],
  ['护士长', 'nurseHead', '护士长'],
  ['医生', 'DOCTOR', '医生'],
  ['护理组长', 'nurseTeamLeader', '护理组长'],
  ['责任护士', 'NURSE', '护士'],
  ['护理员', 'other', '其他'],
  ['会计', 'other', '其他'],
  ['出纳', 'other', '其他'],
  ['后勤主管', 'deptHead', '科室主任'],
  ['库管员', 'other', '其他'],
  ['居家调度', 'other', '其他'],
  ['居家护理员', 'other', '其他'],
  ['厨师长', 'deptHead', '科室主任'],
  ['营养师', 'other', '其他'],
]

export interface DemoRole {
  name: string
  desc: string
  /** The rails whose pages and buttons it has; null for the preset role, which has everything. */
  rails: readonly RailKey[] | null
  /** Looks at everything of its rails and changes nothing. */
  looksOnly?: boolean
  /** Pages and buttons of other rails, by their codes; a code that ends in : stands for all that begin with it. */
  codes?: readonly string[]
  /** Pages and buttons of its rails that it does not have, by their codes. */
  without?: readonly string[]
}

/** Residents and their beds are no business of those who keep stores, cook or work outside the house. */
const NO_RESIDENTS = ['home:']

/** Everything of the fees, but of the signatures under a settlement only one's own. */
const signsOnly = (own: string) => Object.keys(signNames).filter((code) => code !== `expense:settle:${own}`)

/** Rules, fences, devices and settings of the monitoring belong to head nurse and administrator. */
const NO_MONITOR_SETTINGS = [
  'monitor:alarmRule:edit',
  'monitor:alarmRule:delete',
  'monitor:mattressSet:update',
  'monitor:callSet:edit',
  'monitor:callVoice:edit',
  'monitor:device:create',
  'monitor:device:edit',
  'monitor:device:delete',
  'monitor:device:secret',
  'monitor:position:map',
  'monitor:position:switch',
  'monitor:positionRecord:delete',
  'monitor:positionRule:edit',
  'monitor:positionRule:delete',
  'monitor:rail:edit',
  'monitor:rail:delete',
  'monitor:vms:update',
  'monitor:vms:duty',
]
/** A doctor also says what differs for one elder; nurses do not. */
const ALARMS_ONLY = [...NO_MONITOR_SETTINGS, 'monitor:alarmRule:override']

export const demoRoles: readonly DemoRole[] = [
  { name: '机构管理员', desc: '系统预设角色', rails: null },
  {
    name: '院长',
    desc: '查看全院数据',
    rails: [
      'bench',
      'live',
      'expense',
      'nursing',
      'monitor',
      'drug',
      'administration',
      'warehouse',
      'homecare',
      'education',
      'government',
      'archives',
      'setting',
    ],
    looksOnly: true,
    // A closed month opens again only with a second person.
    codes: ['expense:monthClose:agree', 'expense:settle:signDirector'],
  },
  { name: '行政专员', desc: '行政、档案与检查', rails: ['bench', 'administration', 'government', 'archives'] },
  {
    name: '前台文员',
    desc: '接待、入住与收费',
    rails: ['bench', 'live', 'expense'],
    without: signsOnly('signDesk'),
  },
  {
    name: '护士长',
    desc: '全院护理与监护',
    rails: ['bench', 'live', 'nursing', 'monitor', 'drug', 'education'],
    // Confirms belongings, drugs and health of those who leave.
    codes: ['expense:settle:list', 'expense:settle:signNursing'],
  },
  {
    name: '医生',
    desc: '评估、健康与用药',
    rails: ['bench', 'nursing', 'monitor', 'drug'],
    without: NO_MONITOR_SETTINGS,
  },
  {
    name: '护理组长',
    desc: '本组护理与监护，审核外出',
    rails: ['bench', 'nursing', 'monitor', 'drug', 'education'],
    codes: [...WARD_CODES, 'live:outingAudit:'],
    without: ALARMS_ONLY,
  },
  {
    name: '责任护士',
    desc: '本组护理执行',
    rails: ['bench', 'nursing', 'monitor', 'drug'],
    codes: WARD_CODES,
    without: ALARMS_ONLY,
  },
  {
    name: '护理员',
    desc: '护理任务与告警',
    rails: ['bench', 'nursing', 'monitor'],
    without: ALARMS_ONLY,
  },
  { name: '财务人员', desc: '费用与报表', rails: ['bench', 'expense'], without: signsOnly('signFinance') },
  { name: '库管员', desc: '仓储与药品库存', rails: ['bench', 'warehouse', 'drug'], without: NO_RESIDENTS },
  { name: '居家调度', desc: '居家服务派单', rails: ['bench', 'homecare'], without: NO_RESIDENTS },
  { name: '餐饮人员', desc: '膳食安排', rails: ['bench', 'nursing'], without: NO_RESIDENTS },
]

export interface DemoPerson {
  name: string
  userName: string
  sex: 1 | 2
  dept: string
  job: string
  role: string
  /** Departments whose data they see. */
  sees: readonly string[]
  title?: string
  admin?: boolean
}

const person = (
  name: string,
  userName: string,
  sex: 1 | 2,
  dept: string,
  job: string,
  role: string,
  more: Partial<DemoPerson> = {},
): DemoPerson => ({ name, userName, sex, dept, job, role, sees: [dept], ...more })

export const demoPeople: readonly DemoPerson[] = [
  person('王建国', 'wangjianguo', 1, '院办公室', '院长', '院长', { sees: ALL, title: '高级养老管理师' }),
  person('孙丽华', 'sunlihua', 2, '院办公室', '办公室主任', '行政专员', { sees: ALL }),
  person('郑凯', 'zhengkai', 1, '院办公室', '信息管理员', '机构管理员', { sees: ALL, admin: true }),
  person('刘敏', 'liumin', 2, '前台', '前台主管', '前台文员', { sees: ['前台', ...CARE] }),
  person('吴倩', 'wuqian', 2, '前台', '前台文员', '前台文员', { sees: ['前台', ...CARE] }),
  person('何静', 'hejing', 2, '护理部', '护士长', '护士长', { sees: CARE, title: '主管护师' }),
  person('宋文博', 'songwenbo', 1, '护理部', '医生', '医生', { sees: CARE, title: '主治医师' }),
  person('陆小燕', 'luxiaoyan', 2, '松鹤楼护理组', '护理组长', '护理组长', { title: '护师' }),
  person('李晓梅', 'lixiaomei', 2, '松鹤楼护理组', '责任护士', '责任护士', { title: '护师' }),
  person('张翠兰', 'zhangcuilan', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('马春花', 'machunhua', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('丁力', 'dingli', 1, '长青楼护理组', '护理组长', '护理组长', { title: '护师' }),
  person('周岚', 'zhoulan', 2, '长青楼护理组', '责任护士', '责任护士', { title: '护士' }),
  person('王桂香', 'wangguixiang', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('高志远', 'gaozhiyuan', 1, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('唐婉', 'tangwan', 2, '康宁楼护理组', '护理组长', '护理组长', { title: '护师' }),
  person('许佳慧', 'xujiahui', 2, '康宁楼护理组', '责任护士', '责任护士', { title: '护士' }),
  person('陈秀珍', 'chenxiuzhen', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员三级' }),
  person('单文静', 'shanwenjing', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('曾国平', 'zengguoping', 1, '财务部', '会计', '财务人员', {
    sees: ['财务部', '前台', ...CARE],
    title: '中级会计师',
  }),
  person('方芳', 'fangfang', 2, '财务部', '出纳', '财务人员', { sees: ['财务部', '前台', ...CARE] }),
  person('孟庆海', 'mengqinghai', 1, '后勤仓储部', '后勤主管', '库管员'),
  person('赵强', 'zhaoqiang', 1, '后勤仓储部', '库管员', '库管员'),
  person('陈雪', 'chenxue', 2, '居家服务部', '居家调度', '居家调度'),
  person('蒋涛', 'jiangtao', 1, '居家服务部', '居家护理员', '居家调度', { title: '养老护理员四级' }),
  person('解宏伟', 'xiehongwei', 1, '餐饮部', '厨师长', '餐饮人员'),
  person('田甜', 'tiantian', 2, '餐饮部', '营养师', '餐饮人员', { title: '三级公共营养师' }),
  person('范玉芬', 'fanyufen', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
]
