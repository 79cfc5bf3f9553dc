// Records of the positioning alarms and what was done about them.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, merge, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { AlarmCard, spareTaken } from './alarm.ts'
import { AlarmLevel, AlarmStage, AlarmStatus, LocationAlarmType } from './words.ts'

export const POSITION_RECORD_NEEDS = {
  list: 'monitor:positionRecord:list',
  handle: 'monitor:positionRecord:handle',
  delete: 'monitor:positionRecord:delete',
} as const
const READ = Object.values(POSITION_RECORD_NEEDS).join('|')
const HANDLE = `${POSITION_RECORD_NEEDS.handle}|monitor:alarm:handle`

const Record = merge(AlarmCard, obj({ mapName: nul(str('地图')), holderName: nul(str('佩戴人')) }))
export type PositionRecordData = Static<typeof Record>

const Step = obj({
  stepId: str(),
  kind: str(),
  rank: nul(int()),
  userName: nul(str()),
  note: nul(str()),
  at: str(),
})

const base = '/loms/web-lo/pnt/alarm/record'

export const positionRecord = noun('monitor', 'positionRecord', {
  title: '定位告警记录',
  calls: {
    list: call.get(base, {
      needs: `${READ}|monitor:position:list`,
      act: '定位告警记录列表',
      query: pageQuery({
        /** A part of the resident's or the staff member's name, or its pinyin. */
        name: opt(str('佩戴人')),
        deviceNo: opt(str('标签编号')),
        type: opt(LocationAlarmType.schema),
        level: opt(AlarmLevel.schema),
        status: opt(AlarmStatus.schema),
        stage: opt(AlarmStage.schema),
        mapId: opt(named('positionMap', '地图')),
        deptId: opt(named('dept', '部门')),
        oldmanId: opt(named('resident')),
        deviceId: opt(named('device')),
        raisedAtStart: opt(str()),
        raisedAtEnd: opt(str()),
        /** 1: what is still open is listed as well, whenever it began. */
        openToo: opt(int()),
      }),
      data: pageOf(Record),
    }),
    /** 处理（有结果）或忽略。 */
    handle: call.post(`${base}/handle`, {
      needs: HANDLE,
      act: '处理定位告警',
      body: obj({
        recordId: id('告警', { of: 'alarm' }),
        /** 3 handled unless told; 2 ignores it. */
        status: opt(int('处理方式', { min: 2, max: 3 })),
        result: opt(text('处理结果', { max: 100 })),
        remark: opt(text('备注', { max: 500 })),
        /**
         * A colleague has said they go: false is refused and names them, true closes it. Existing clients say nothing and
         * close it as they always did.
         */
        overTaker: opt(bool('同事已去处理，仍由我关闭')),
      }),
      data: AlarmCard,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'TAKEN_BY_OTHER', 'INVALID_INPUT'],
      repeatable: true,
    }),
    handling: call.get(`${base}/handle/{recordId}`, {
      needs: `${READ}|monitor:position:list`,
      act: '定位告警处理情况',
      data: obj({ card: Record, steps: list(Step) }),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${base}/{recordId}`, {
      needs: POSITION_RECORD_NEEDS.delete,
      act: '删除定位告警记录',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** Everything that is open, one type, or a choice; cries for help stay open. */
    oneClickIgnore: call.post(`${base}/oneClickIgnore`, {
      needs: HANDLE,
      act: '一键忽略定位告警',
      body: obj({
        recordIds: opt(list(id('编号', { of: 'alarm' }), 500)),
        type: opt(LocationAlarmType.schema),
        deviceNo: opt(str()),
        spareTaken,
      }),
      data: obj({ closed: int(), spared: int() }),
      repeatable: true,
    }),
    /** Tells the caller's browsers every open alarm again; answers how many. */
    sendUnhandled: call.get('/loms/di-lo/alarm/sendUnhandledAlarms', {
      needs: `${READ}|monitor:alarm:list|monitor:position:list`,
      act: '推送未处理告警',
      data: int(),
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/position/record',
      title: '定位告警记录',
      tab: true,
      ahead: { call: 'list', fixed: { openToo: 1 } },
      needs: READ,
      menu: { rail: 'monitor', group: '定位', order: 32 },
    },
  },
})
