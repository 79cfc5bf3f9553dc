// An alarm for tests, with what they ask for.
import type { AlarmCardData } from '#contract/monitor/alarm'

export const card = (recordId: string, more: Partial<AlarmCardData> = {}): AlarmCardData =>
  ({
    recordId,
    version: 1,
    source: 'MATTRESS',
    type: '4',
    typeName: '心率',
    kind: 'HEART',
    level: 3,
    urgency: 2,
    status: 0,
    content: '心率过高 128 次/分',
    raisedAt: '2026-11-13 02:15:28',
    seconds: 10,
    repeats: 0,
    takenAt: null,
    takerName: null,
    rank: 1,
    nextSeconds: 30,
    voiceTimes: 3,
    place: '松鹤楼>2层>203室>02床',
    placeKind: 'BED',
    spot: '203室 02床',
    buildingName: '松鹤楼',
    homeBuilding: null,
    speech: '2层 203室 02床 心率过高',
    speechFull: '松鹤楼 2层 203室 02床 心率过高',
    attention: [],
    ...more,
  }) as AlarmCardData
