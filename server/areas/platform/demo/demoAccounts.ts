// The accounts a newcomer may sign in with on a demo installation. They stand in the README as well.

export interface DemoAccount {
  title: string
  userName: string
  password: string
}

const PASSWORD = 'Yiyuan2026'

export const demoAccounts: readonly DemoAccount[] = [
  { title: '平台运营', userName: 'operator', password: PASSWORD },
  { title: '机构管理员', userName: 'zhengkai', password: PASSWORD },
  { title: '前台文员', userName: 'liumin', password: PASSWORD },
  { title: '收费员', userName: 'fangfang', password: PASSWORD },
  { title: '会计', userName: 'zengguoping', password: PASSWORD },
  { title: '护士长', userName: 'hejing', password: PASSWORD },
  { title: '松鹤楼责任护士', userName: 'lixiaomei', password: PASSWORD },
  { title: '库管员', userName: 'zhaoqiang', password: PASSWORD },
  { title: '居家调度', userName: 'chenxue', password: PASSWORD },
  { title: '厨师长', userName: 'xiehongwei', password: PASSWORD },
  { title: '营养师', userName: 'tiantian', password: PASSWORD },
  { title: '院长', userName: 'wangjianguo', password: PASSWORD },
]
