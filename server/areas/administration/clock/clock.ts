// Handlers of clocking.
import { clock } from '#contract/administration/clock'
import { CLOCK_DEFAULTS, CLOCK_SETTING } from '#contract/administration/clockSetting'
import { readSetting, saveSetting } from '#server/areas/administration/attendanceSetting/settings'
import { implement } from '#server/kit/implement'
import { addDevice, clockDevices, renewKey, saveDevice } from './clockDevice.ts'
import { clockByPhone, ownToday } from './clockOwn.ts'
import { listAside, listPunches, settleAside } from './clockRead.ts'
import { takeFromDevice } from './clockTake.ts'

export default implement(clock, {
  fromDevice: (input, who) => takeFromDevice(who, input),
  today: (_, who) => ownToday(who),
  add: (input, who) => who.tx((tx) => clockByPhone(tx, who, input)),
  list: (q, who) => listPunches(who, q),
  aside: (q, who) => listAside(who, q),
  settle: async (input, who) => {
    await who.tx((tx) => settleAside(tx, who, input))
    return null
  },
  devices: (_, who) => clockDevices(who),
  addDevice: (input, who) => who.tx((tx) => addDevice(tx, input)),
  saveDevice: (input, who) => who.tx((tx) => saveDevice(tx, input)),
  renewKey: ({ deviceId }, who) => who.tx((tx) => renewKey(tx, deviceId)),
  setting: async (_, who) => {
    const { value, version } = await readSetting(who.app.pool, who.orgId, CLOCK_SETTING, CLOCK_DEFAULTS)
    return { ...value, version }
  },
  saveSetting: ({ version, ...wanted }, who) =>
    who.tx(async (tx) => {
      const saved = await saveSetting(tx, CLOCK_SETTING, CLOCK_DEFAULTS, wanted, version, '修改考勤计算规则')
      return { ...saved.value, version: saved.version }
    }),
})
