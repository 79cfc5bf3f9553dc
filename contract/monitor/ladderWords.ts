// The ladder an unanswered alarm climbs, as its setting says it, and which alarms may be phoned about.
import { bool, int, list, obj, type Static, str } from '#contract/kit/schema'

export type LadderRankValue = 1 | 2 | 3 | 4
export const PHONE_RANK = 4

export const LadderStep = obj({
  /** 1 duty nurse, 2 next nurse, 3 head nurse, 4 phone */
  rank: int('级别', { min: 1, max: 4 }),
  on: bool('启用'),
  /** After the step before it. */
  seconds: int('等待秒数', { min: 0, max: 3600 }),
  /** Alarms below this level leave the step out. */
  fromLevel: int('告警级别', { min: 1, max: 3 }),
})
export type LadderStepData = Static<typeof LadderStep>

export const Ladder = obj({
  steps: list(LadderStep, 4),
  /** Taken up and not handled for so long: it climbs on. */
  takenMinutes: int('接手后未处理', { min: 1, max: 240 }),
})
export type LadderData = Static<typeof Ladder>

export const DEFAULT_LADDER: LadderData = {
  steps: [
    { rank: 1, on: true, seconds: 0, fromLevel: 1 },
    { rank: 2, on: true, seconds: 30, fromLevel: 1 },
    { rank: 3, on: true, seconds: 90, fromLevel: 1 },
    { rank: 4, on: true, seconds: 120, fromLevel: 1 },
  ],
  takenMinutes: 10,
}

/** One kind of alarm that may be phoned about. */
export const VmsScene = obj({
  /** MATTRESS:4, TAG:sos, CALL:TOILET */
  scene: str('场景'),
  sceneName: str('场景名称'),
  /** 1 phones, 0 does not */
  status: int('启用', { min: 0, max: 1 }),
  /** Only alarms of this level or higher. */
  level: int('告警级别', { min: 1, max: 3 }),
})
export type VmsSceneData = Static<typeof VmsScene>

const scene = (key: string, sceneName: string, status: 0 | 1): VmsSceneData => ({
  scene: key,
  sceneName,
  status,
  level: 1,
})

/** A battery or a wet bed wakes nobody by phone unless the house wants it. */
export const DEFAULT_SCENES: readonly VmsSceneData[] = [
  scene('TAG:sos', 'SOS 求救', 1),
  scene('TAG:manualAlarm', '一键呼叫', 1),
  scene('CALL:REINFORCE', '增援呼叫', 1),
  scene('CALL:TOILET', '卫生间呼叫', 1),
  scene('CALL:BED', '床头呼叫', 1),
  scene('CALL:DOOR', '门口呼叫', 0),
  scene('MATTRESS:4', '床垫：心率', 1),
  scene('MATTRESS:3', '床垫：呼吸', 1),
  scene('MATTRESS:1', '床垫：离床', 1),
  scene('MATTRESS:2', '床垫：体动', 0),
  scene('MATTRESS:5', '床垫：尿湿', 0),
  scene('TAG:railAlarm', '围栏告警', 1),
  scene('TAG:tamperAlarm', '防拆告警', 0),
  scene('TAG:locationOffline', '定位离线', 0),
  scene('TAG:communicationOffline', '通信离线', 0),
  scene('TAG:lowPowerAlarm', '低电量', 0),
  scene('TAG:maintenanceAlarm', '维护告警', 0),
]
