// Handlers of the voice notification: ladder, roster, voice service and its calls.

import { invalid } from '#contract/kit/refusal'
import { DEFAULT_SCENES, type LadderData, PHONE_RANK } from '#contract/monitor/ladderWords'
import { type VmsConfigData, VmsProvider, vms } from '#contract/monitor/vms'
import { SettingSwitch } from '#contract/platform/config'
import { scenesOf } from '#server/areas/monitor/ladder/ladderFacts'
import { ladderOf } from '#server/areas/monitor/ladder/ladderSteps'
import { changesBetween } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { addDuty, dutiesOf, removeDuty, saveDuty } from './vmsDuty.ts'
import { markDialled, outboxPage, retryCall, testCall } from './vmsOutbox.ts'
import {
  changeSetting,
  sealSecret,
  settingTarget,
  storedSetting,
  type VmsSetting,
  vmsSettingOf,
} from './vmsSettings.ts'

const shown = ({ secret, scenes: _, ...setting }: VmsSetting, version: number): VmsConfigData => ({
  ...setting,
  hasSecret: secret ? 1 : 0,
  version,
})

/** What the log may say of a setting. */
const loggable = (setting: VmsSetting) => {
  const { version: _, ...facts } = shown(setting, 0)
  return facts
}

function checkLadder({ steps }: LadderData): void {
  const ranks = steps.map((step) => step.rank)
  if (new Set(ranks).size !== ranks.length) throw invalid('每一级只能出现一次', 'steps')
  if (!steps.some((step) => step.on && step.rank !== PHONE_RANK)) throw invalid('至少要通知一级人员', 'steps')
  const late = steps.find((step) => step.on && step.rank > 1 && step.seconds < 5)
  if (late) throw invalid('每一级至少等待 5 秒，给上一级留出应答时间', 'steps')
}

export default implement(vms, {
  get: async (_, who) => {
    const { value, version } = await storedSetting(who.app.pool, who.orgId, 'vms')
    return shown(vmsSettingOf(value), version)
  },
  save: ({ accessKeySecret, version, ...input }, who) =>
    who.tx(async (tx) => {
      const sealed = accessKeySecret?.trim() ? await sealSecret(tx.client, accessKeySecret.trim()) : null
      const { before, after, ...stored } = await changeSetting(who, tx, 'vms', version, (old) => ({
        ...old,
        ...input,
        secret: sealed ?? old.secret ?? null,
      }))
      const [was, is] = [vmsSettingOf(before), vmsSettingOf(after)]
      if (is.provider === 'aliyun') {
        if (!is.accessKeyId) throw invalid('请填写 AccessKey ID', 'accessKeyId')
        if (!is.secret) throw invalid('请填写 AccessKey Secret', 'accessKeySecret')
        if (!is.ttsCode) throw invalid('请填写语音模板编号', 'ttsCode')
      }
      tx.log({
        remark: `语音服务：${VmsProvider.label(is.provider)}${sealed ? '，更换了密钥' : ''}`,
        targetType: 'monitorSetting',
        targetId: settingTarget(tx.orgId, 'vms'),
        changes: changesBetween(loggable(was), loggable(is)),
      })
      return shown(is, stored.version)
    }),
  scene: async (_, who) => scenesOf((await storedSetting(who.app.pool, who.orgId, 'vms')).value),
  saveScene: ({ scenes }, who) =>
    who.tx(async (tx) => {
      const known = new Set(DEFAULT_SCENES.map((one) => one.scene))
      const strange = scenes.find((one) => !known.has(one.scene))
      if (strange) throw invalid(`没有场景「${strange.scene}」`, 'scenes')
      const { before, after } = await changeSetting(who, tx, 'vms', null, (old) => {
        const now = new Map([...scenesOf(old), ...scenes].map((one) => [one.scene, one]))
        return { ...old, scenes: [...now.values()].map(({ scene, status, level }) => ({ scene, status, level })) }
      })
      const [was, is] = [scenesOf(before), scenesOf(after)]
      const facts = (list: typeof is) =>
        Object.fromEntries(
          list.map((one) => [one.sceneName, one.status === SettingSwitch.is.on ? `级别 ${one.level} 起` : '不拨打']),
        )
      tx.log({
        remark: `可电话通知的告警：${is.filter((one) => one.status === SettingSwitch.is.on).length} 种`,
        targetType: 'monitorSetting',
        targetId: settingTarget(tx.orgId, 'vms'),
        changes: changesBetween(facts(was), facts(is)),
      })
      return is
    }),
  test: ({ phone }, who) => testCall(who, phone),
  ladder: async (_, who) => {
    const { value, version } = await storedSetting(who.app.pool, who.orgId, 'ladder')
    return { ...ladderOf(value), version }
  },
  saveLadder: ({ version, ...input }, who) =>
    who.tx(async (tx) => {
      checkLadder(input)
      const { before, after, ...stored } = await changeSetting(who, tx, 'ladder', version, () => ({ ...input }))
      const [was, is] = [ladderOf(before), ladderOf(after)]
      tx.log({
        remark: '修改告警升级阶梯',
        targetType: 'monitorSetting',
        targetId: settingTarget(tx.orgId, 'ladder'),
        changes: changesBetween({ ...was }, { ...is }),
      })
      return { ...is, version: stored.version }
    }),
  duties: ({ deptId }, who) => dutiesOf(who, deptId ?? null),
  addDuty: (body, who) => addDuty(who, body),
  saveDuty: ({ dutyId, ...body }, who) => saveDuty(who, dutyId, body),
  removeDuty: ({ dutyId }, who) => removeDuty(who, dutyId),
  outbox: (query, who) => outboxPage(who, query),
  dialled: ({ outboxId }, who) => markDialled(who, outboxId),
  retry: ({ outboxId }, who) => retryCall(who, outboxId),
})
