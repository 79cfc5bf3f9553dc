// Whom an unanswered alarm tells: the ladder, the duty roster, the voice service that phones, and its calls.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  phone,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { Ladder, VmsScene } from './ladderWords.ts'
import { LadderRank } from './words.ts'

export const VmsProvider = options('VmsProvider', '语音服务', [
  ['outbox', '人工拨打（不接语音服务）'],
  ['aliyun', '阿里云语音通知'],
])
export type VmsProviderValue = 'outbox' | 'aliyun'

export const VmsState = options('VmsState', '外呼状态', [
  ['WAITING', ['待拨打', 'amber']],
  ['SENT', ['已呼出', 'green']],
  ['DIALLED', ['已人工拨打', 'green']],
  ['FAILED', ['呼叫失败', 'red']],
  ['DROPPED', ['告警已关闭', 'grey']],
])
export type VmsStateValue = 'WAITING' | 'SENT' | 'DIALLED' | 'FAILED' | 'DROPPED'

export const DutyRank = options('DutyRank', '值班岗位', [
  [1, 'nurse', '值班护士'],
  [2, 'relief', '接替护士'],
  [3, 'head', '护士长'],
])

export const VMS_NEEDS = {
  list: 'monitor:vms:list',
  update: 'monitor:vms:update',
  duty: 'monitor:vms:duty',
  dial: 'monitor:vms:dial',
} as const
const READ = Object.values(VMS_NEEDS).join('|')

const config = {
  provider: VmsProvider.schema,
  accessKeyId: opt(text('AccessKey ID', { max: 100, of: { none: 'a key of the provider' } })),
  calledShowNumber: opt(text('被叫显号', { max: 30 })),
  ttsCode: opt(text('语音模板编号', { max: 60 })),
  playTimes: int('播放次数', { min: 1, max: 3 }),
}
const Config = obj({
  provider: VmsProvider.schema,
  accessKeyId: nul(str()),
  /** The secret itself is never sent back: 1 it is stored. */
  hasSecret: int('已保存密钥'),
  calledShowNumber: nul(str()),
  ttsCode: nul(str()),
  playTimes: int(),
  version: int(),
})
export type VmsConfigData = Static<typeof Config>

const CLOCK = { min: 5, max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为 时:分，如 20:00' }
const duty = {
  deptId: opt(id('部门', { of: 'dept' })),
  rank: DutyRank.schema,
  userId: id('值班人', { of: 'account' }),
  weekdays: list(int('星期', { min: 1, max: 7 }), 7),
  fromTime: text('开始', CLOCK),
  toTime: text('结束', CLOCK),
  remark: opt(text('备注', { max: 100 })),
}
const Duty = obj({
  dutyId: str(),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  rank: DutyRank.schema,
  userId: str(),
  userName: str('值班人'),
  phone: nul(str('电话')),
  weekdays: list(int()),
  fromTime: str('开始'),
  toTime: str('结束'),
  remark: nul(str('备注')),
  /** 1: on duty at this moment */
  now: int('当班'),
  version: int(),
})
export type DutyData = Static<typeof Duty>

const Outbox = obj({
  outboxId: str(),
  recordId: nul(str()),
  scene: str('场景'),
  sceneName: str('场景'),
  content: str('通话内容'),
  place: nul(str('位置')),
  phone: str('电话'),
  userName: nul(str('接听人')),
  provider: VmsProvider.schema,
  state: VmsState.schema,
  tries: int('次数'),
  error: nul(str('失败原因')),
  createTime: str('发起时间'),
  sentAt: nul(str('拨打时间')),
})
export type VmsOutboxData = Static<typeof Outbox>

const base = '/pims/web-org/aliVmsConfig'
const ladderPath = '/pims/web-org/alarmLadder'
const dutyPath = '/pims/web-org/alarmDuty'
const outboxPath = '/pims/web-org/aliVmsOutbox'
const StoredLadder = merge(Ladder, obj({ version: int() }))

export const vms = noun('monitor', 'vms', {
  title: '语音通知设置',
  calls: {
    get: call.get(base, { needs: READ, act: '语音服务设置', data: Config }),
    save: call.put(base, {
      needs: VMS_NEEDS.update,
      act: '修改语音服务设置',
      body: obj({
        ...config,
        /** Left out or empty: the stored one stays. */
        accessKeySecret: opt(text('AccessKey Secret', { max: 200 })),
        version: opt(int()),
      }),
      data: Config,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    scene: call.get(`${base}/scene`, { needs: READ, act: '语音通知场景', data: list(VmsScene) }),
    saveScene: call.put(`${base}/scene`, {
      needs: VMS_NEEDS.update,
      act: '修改语音通知场景',
      body: obj({
        scenes: list(
          obj({
            scene: text('场景', { max: 40 }),
            status: int('启用', { min: 0, max: 1 }),
            level: int('告警级别', { min: 1, max: 3 }),
          }),
          40,
        ),
      }),
      data: list(VmsScene),
      refuses: ['INVALID_INPUT'],
    }),
    test: call.post(`${base}/test`, {
      needs: VMS_NEEDS.update,
      act: '试拨语音电话',
      body: obj({ phone: phone('手机号') }),
      data: Outbox,
      repeatable: true,
    }),
    ladder: call.get(ladderPath, { needs: READ, act: '告警升级阶梯', data: StoredLadder }),
    saveLadder: call.put(ladderPath, {
      needs: VMS_NEEDS.update,
      act: '修改告警升级阶梯',
      body: merge(Ladder, obj({ version: opt(int()) })),
      data: StoredLadder,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    duties: call.get(dutyPath, {
      needs: READ,
      act: '值班表',
      query: obj({ deptId: opt(named('dept', '部门')) }),
      data: list(Duty),
    }),
    addDuty: call.post(dutyPath, {
      needs: VMS_NEEDS.duty,
      act: '新增值班',
      body: obj(duty),
      data: Duty,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    saveDuty: call.put(`${dutyPath}/{dutyId}`, {
      needs: VMS_NEEDS.duty,
      act: '修改值班',
      body: obj({ ...duty, version: opt(int()) }),
      data: Duty,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    removeDuty: call.delete(`${dutyPath}/{dutyId}`, {
      needs: VMS_NEEDS.duty,
      act: '删除值班',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    outbox: call.get(outboxPath, {
      needs: READ,
      act: '外呼记录',
      query: pageQuery({
        state: opt(VmsState.schema),
        userName: opt(str('接听人')),
        phone: opt(str('电话')),
        startDate: opt(date('开始日期')),
        endDate: opt(date('结束日期')),
      }),
      data: pageOf(Outbox),
    }),
    dialled: call.put(`${outboxPath}/{outboxId}/dialled`, {
      needs: VMS_NEEDS.dial,
      act: '标记已人工拨打',
      data: Outbox,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    retry: call.put(`${outboxPath}/{outboxId}/retry`, {
      needs: VMS_NEEDS.dial,
      act: '重新拨打',
      data: Outbox,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  pages: {
    edit: {
      path: '/yunmuIot/vms',
      title: '语音通知设置',
      tab: true,
      needs: READ,
      menu: { rail: 'monitor', group: '健康', order: 53 },
    },
  },
})

/** 值班护士, 接替护士, 护士长, 电话通知 */
export const rankName = (rank: number) => LadderRank.label(rank as 1 | 2 | 3 | 4)
