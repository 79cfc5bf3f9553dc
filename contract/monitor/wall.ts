// The alarm wall: every bed of the house a tile, and what a card of an open alarm says beyond the alarm itself.
import { call, noun } from '#contract/kit/call'
import { bool, int, list, nul, num, obj, type Static, str } from '#contract/kit/schema'
import { ResidentNote } from '#contract/live/resident'

const Floor = obj({
  /** null: rooms that lie nowhere. */
  floorId: nul(str()),
  floorName: str('楼层'),
  buildingId: nul(str()),
  buildingName: str('楼栋'),
})
export type WallFloorData = Static<typeof Floor>

const Bed = obj({
  bedId: str(),
  roomName: str('房间'),
  bedName: str('床位'),
  /** Number of its floor in `floors`. */
  floor: int(),
  /** The mattress; null: the bed has none. */
  deviceId: nul(str()),
  oldmanId: nul(str()),
  /** Null in a bed that is lived in: the resident lies outside the reader's departments. */
  oldmanName: nul(str('老人')),
  taken: bool('已入住'),
  attention: list(ResidentNote.schema),
  /** Out of the house: leave or hospital. */
  away: bool('请假外出'),
  /** As in the live tiles. */
  online: int(),
  inBed: nul(int()),
  heart: nul(int()),
  breath: nul(int()),
  wet: nul(int()),
  at: nul(num()),
  since: nul(num()),
  watching: list(str()),
})
export type WallBedData = Static<typeof Bed>

const Step = obj({
  rank: int(),
  /** Who was or will be told. */
  name: str('通知对象'),
  /** When it was done; null: still to come. */
  at: nul(str('时间')),
  /** To come: seconds after the step before it; the next one's countdown is the card's own. */
  seconds: nul(int()),
  note: nul(str('说明')),
})
export type WallStepData = Static<typeof Step>

const Phone = obj({ outboxId: str(), userName: nul(str()), phone: str('电话'), state: str('状态') })

const Detail = obj({
  version: int(),
  steps: list(Step),
  /** The last minutes of what was measured; value null: no reading. */
  curve: list(obj({ at: num(), value: nul(num()) })),
  /** What is usual for this resident at night. */
  usual: nul(obj({ low: int(), high: int() })),
  /** Where somebody with a tag is now (松鹤楼 1层 餐厅), and the bed they live in; null for alarms of a bed. */
  where: nul(str('位置')),
  home: nul(str('床位')),
  /** Calls a person still has to make. */
  phones: list(Phone),
})
export type WallDetailData = Static<typeof Detail>

const base = '/pims/web-org/alarmWall'
const NEEDS = 'monitor:wall:list'

export const wall = noun('monitor', 'wall', {
  title: '实时告警墙',
  calls: {
    beds: call.get(base, {
      needs: NEEDS,
      display: true,
      act: '告警墙床位',
      data: obj({
        floors: list(Floor),
        beds: list(Bed),
        /** Who is on duty now, as the roster says. */
        duty: list(obj({ rank: int(), deptName: nul(str('部门')), names: list(str()) })),
        /** Windows of the bed-exit rule for everybody, and whether it counts now. */
        exitRule: nul(obj({ windows: str(), active: bool() })),
      }),
    }),
    /** How far the care of each ward is, and red vital signs that nobody has answered: names and places, no values. */
    care: call.get('/pims/web-org/alarmWallCare', {
      needs: NEEDS,
      display: true,
      act: '告警墙护理情况',
      data: obj({
        wards: list(
          obj({
            deptId: str(),
            deptName: str('护理组'),
            total: int('应做'),
            done: int('已执行'),
            late: int('迟做'),
            missed: int('漏做'),
          }),
        ),
        reds: list(
          obj({
            alertId: str(),
            oldmanId: str(),
            oldmanName: str('老人'),
            roomName: nul(str('房间')),
            bedName: nul(str('床位')),
            openedAt: str('发现时间'),
            what: str('体征'),
          }),
        ),
      }),
    }),
    detail: call.get(`${base}/{recordId}`, {
      needs: NEEDS,
      display: true,
      act: '告警墙告警详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    wall: {
      path: '/yunmuIot/wall',
      title: '实时告警墙',
      tab: true,
      covers: true,
      ahead: 'beds',
      needs: NEEDS,
      menu: { rail: 'monitor', group: '实时', order: 0 },
    },
  },
})
