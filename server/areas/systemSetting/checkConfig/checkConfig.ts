// Handlers of the organisation's settings, section by section.

import { Refusal } from '#contract/kit/refusal'
import { checkConfig, type SettingsData } from '#contract/systemSetting/checkConfig'
import { implement } from '#server/kit/implement'
import type { SectionName, SettingSection } from './checkConfigSection.ts'
import { settingSections } from './checkConfigSections.ts'

const sections = Object.entries(settingSections) as [SectionName, SettingSection<SectionName>][]

export default implement(checkConfig, {
  settings: async (_, who) => {
    const read = async ([name, section]: (typeof sections)[number]) =>
      [name, who.may(section.reads) ? await section.read(who.app.pool, who.orgId) : null] as const
    return Object.fromEntries(await Promise.all(sections.map(read))) as SettingsData
  },
  save: async (body, who) => {
    await who.tx(async (tx) => {
      let changed = false
      for (const [name, section] of sections) {
        const value = body[name]
        if (value === null || value === undefined) continue
        if (!who.may(section.writes)) throw new Refusal('NO_PERMISSION')
        changed = (await section.write(tx, value)) || changed
      }
      if (!changed) tx.log({ remark: '保存机构设置，没有改动' })
    })
    return null
  },
})
