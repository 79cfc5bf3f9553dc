// Departments, jobs and people of the demo organisation. All of them are invented.

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
  person('何静', 'hejing', 2, '护理部', '护士长', '护士长', { sees: ['前台', ...CARE], title: '主管护师' }),
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
  person('曾国平', 'zengguoping', 1, '财务部', '会计', '会计', {
    sees: ['财务部', '前台', ...CARE],
    title: '中级会计师',
  }),
  person('方芳', 'fangfang', 2, '财务部', '出纳', '收费员', { sees: ['财务部', '前台', ...CARE] }),
  person('孟庆海', 'mengqinghai', 1, '后勤仓储部', '后勤主管', '库管员'),
  person('赵强', 'zhaoqiang', 1, '后勤仓储部', '库管员', '库管员'),
  person('陈雪', 'chenxue', 2, '居家服务部', '居家调度', '居家调度'),
  person('蒋涛', 'jiangtao', 1, '居家服务部', '居家护理员', '居家调度', { title: '养老护理员四级' }),
  person('解宏伟', 'xiehongwei', 1, '餐饮部', '厨师长', '餐饮人员', { sees: ['餐饮部', ...CARE] }),
  person('田甜', 'tiantian', 2, '餐饮部', '营养师', '餐饮人员', {
    sees: ['餐饮部', ...CARE],
    title: '三级公共营养师',
  }),
  person('范玉芬', 'fanyufen', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('蒋秋菊', 'jiangqiuju', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('沈桂花', 'shenguihua', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('韩玉珍', 'hanyuzhen', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('冯彩霞', 'fengcaixia', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('曹美玲', 'caomeiling', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('彭小红', 'pengxiaohong', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('董桂英', 'dongguiying', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('袁丽萍', 'yuanliping', 2, '松鹤楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('邓巧云', 'dengqiaoyun', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('傅金凤', 'fujinfeng', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('薛春梅', 'xuechunmei', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('贾素芳', 'jiasufang', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('魏国强', 'weiguoqiang', 1, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('叶红英', 'yehongying', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('阎秀云', 'yanxiuyun', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('余菊香', 'yujuxiang', 2, '长青楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('潘冬梅', 'pandongmei', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('杜爱华', 'duaihua', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('戴月娥', 'daiyuee', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('夏翠萍', 'xiacuiping', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('钟志明', 'zhongzhiming', 1, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('汪玉琴', 'wangyuqin', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
  person('田秋香', 'tianqiuxiang', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员四级' }),
  person('任彩云', 'rencaiyun', 2, '康宁楼护理组', '护理员', '护理员', { title: '养老护理员五级' }),
]
